package mcp_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/mcp"
)

// frames reads all frames of r.
func frames(r io.Reader, max int) (all []string, err error) {
	f := mcp.NewFrameReader(r, max)
	for {
		frame, err := f.Next()
		if err != nil {
			return all, err
		}
		all = append(all, string(frame))
	}
}

func TestFramesAreLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, stream string
		want         []string
	}{
		{"a line is a frame", "{}\n", []string{"{}"}},
		{"CR before the line end is not part of it", "{}\r\n[]\r\n", []string{"{}", "[]"}},
		{"blank lines are skipped", "\n\r\n  \t\n{}\n\n", []string{"{}"}},
		{"several come in one chunk", "1\n2\n3\n", []string{"1", "2", "3"}},
		{"the last line needs no end", "1\n2", []string{"1", "2"}},
		{"blanks inside and around stay", " 1 2 \n", []string{" 1 2 "}},
		{"a CR inside stays", "a\rb\n", []string{"a\rb"}},
		{"nothing holds nothing", "", nil},
		{"a blank tail is nothing", "1\n  ", []string{"1"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, err := frames(strings.NewReader(tt.stream), 0)
			if err != io.EOF {
				t.Errorf("ended with %v, want EOF", err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestFramesSplitAtEveryByteAreWhole(t *testing.T) {
	t.Parallel()
	const stream = "{\"a\":\"é\"}\r\n\n{\"b\":\"😀 日本\"}\nthree\n"
	want := []string{`{"a":"é"}`, `{"b":"😀 日本"}`, "three"}
	for i := range len(stream) + 1 {
		for j := i; j <= len(stream); j++ {
			r := io.MultiReader(strings.NewReader(stream[:i]), strings.NewReader(stream[i:j]), strings.NewReader(stream[j:]))
			got, err := frames(r, 0)
			if !slices.Equal(got, want) || err != io.EOF {
				t.Fatalf("split at %d and %d: %q, %v", i, j, got, err)
			}
		}
	}
	got, _ := frames(iotest.OneByteReader(strings.NewReader(stream)), 0)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("byte by byte (-want +got):\n%s", d)
	}
}

func TestAFrameAboveTheCapEndsTheStream(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{
		"ok\n" + strings.Repeat("x", 101) + "\nmore\n", // its end is in the same chunk
		"ok\n" + strings.Repeat("x", 1<<20),            // no end in sight
	} {
		got, err := frames(strings.NewReader(stream), 100)
		if !errors.Is(err, mcp.ErrFrameTooLarge) {
			t.Errorf("ended with %v, want ErrFrameTooLarge", err)
		}
		if d := cmp.Diff([]string{"ok"}, got); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
	if got, _ := frames(strings.NewReader(strings.Repeat("x", 100)+"\n"), 100); len(got) != 1 {
		t.Errorf("a frame of exactly the cap was not read")
	}
}

func TestTheVerdictOnAFrameDoesNotDependOnHowItWasCut(t *testing.T) {
	t.Parallel()
	const limit = 5
	for _, stream := range []string{
		"12345\nok\n", "123456\nok\n", "1234\r\nok\n", "12345\r\nok\n", "12345", "123456", "1\n12345\n123456\n", "     \nok\n", "      \nok\n", "\n\n12345\n\r\n", "éé5\n", "ééé\n",
	} {
		want, verdict := frames(strings.NewReader(stream), limit)
		for i := range len(stream) + 1 {
			for j := i; j <= len(stream); j++ {
				r := io.MultiReader(strings.NewReader(stream[:i]), strings.NewReader(stream[i:j]), strings.NewReader(stream[j:]))
				got, err := frames(r, limit)
				if !slices.Equal(got, want) || errors.Is(err, mcp.ErrFrameTooLarge) != errors.Is(verdict, mcp.ErrFrameTooLarge) {
					t.Fatalf("%q cut at %d and %d: %q, %v; whole: %q, %v", stream, i, j, got, err, want, verdict)
				}
			}
		}
		if got, err := frames(iotest.OneByteReader(strings.NewReader(stream)), limit); !slices.Equal(got, want) || errors.Is(err, mcp.ErrFrameTooLarge) != errors.Is(verdict, mcp.ErrFrameTooLarge) {
			t.Errorf("%q byte by byte: %q, %v; whole: %q, %v", stream, got, err, want, verdict)
		}
	}
}

func TestAReadersFaultIsToldAfterTheFramesBeforeIt(t *testing.T) {
	t.Parallel()
	fault := errors.New("cable cut")
	got, err := frames(io.MultiReader(strings.NewReader("1\n2"), iotest.ErrReader(fault)), 0)
	if !errors.Is(err, fault) {
		t.Errorf("ended with %v, want the reader's own fault", err)
	}
	if d := cmp.Diff([]string{"1"}, got); d != "" { // half a frame is none
		t.Errorf("(-want +got)\n%s", d)
	}
	if _, err := frames(onlyZero{}, 0); err != io.ErrNoProgress {
		t.Errorf("a reader that never gives anything: %v, want ErrNoProgress", err)
	}
}

type onlyZero struct{}

func (onlyZero) Read([]byte) (int, error) { return 0, nil }

func TestFramesOfManyWritersDoNotMix(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	w := mcp.NewFrameWriter(&buf)
	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			for range 50 {
				if err := w.WriteFrame(bytes.Repeat([]byte{byte('a' + i)}, 100)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	got, _ := frames(&buf, 0)
	if len(got) != 1000 {
		t.Errorf("%d frames, want 1000", len(got))
	}
	for _, f := range got {
		if strings.Trim(f, f[:1]) != "" {
			t.Fatalf("a mixed frame: %q", f)
		}
	}
	if err := w.WriteFrame([]byte("one\ntwo")); err == nil {
		t.Error("a frame with a line end in it was written")
	}
}

// FuzzFrame holds the law: however a stream is cut, its frames are its lines.
func FuzzFrame(f *testing.F) {
	for _, s := range []string{"", "{}\n", "a\r\nb\n\n c", "\r\r\n", strings.Repeat("é", 30) + "\nx"} {
		f.Add([]byte(s), uint8(1))
		f.Add([]byte(s), uint8(7))
	}
	f.Fuzz(func(t *testing.T, stream []byte, chunk uint8) {
		var want []string
		for line := range bytes.SplitSeq(stream, []byte("\n")) {
			line = bytes.TrimSuffix(line, []byte("\r"))
			if len(bytes.Trim(line, " \t\r")) > 0 {
				want = append(want, string(line))
			}
		}
		got, err := frames(&chunked{bytes.NewReader(stream), int(chunk) + 1}, 0)
		if err != io.EOF || !slices.Equal(want, got) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	})
}

type chunked struct {
	r io.Reader
	n int
}

func (c *chunked) Read(b []byte) (int, error) { return c.r.Read(b[:min(len(b), c.n)]) }
