package watch

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCoalesce(t *testing.T) {
	t.Parallel()
	const quiet, longest = 100 * time.Millisecond, time.Second
	type event struct {
		after time.Duration
		change
	}
	type sent struct {
		After time.Duration
		Batch Batch
	}
	burst := func(n int, apart time.Duration) (all []event) {
		for range n {
			all = append(all, event{apart, change{path: "busy"}})
		}
		return all
	}
	for _, tt := range []struct {
		name   string
		events []event
		want   []sent
	}{
		{
			"a burst is one batch, after the quiet, each path once",
			[]event{{0, change{path: "b"}}, {50 * time.Millisecond, change{path: "a"}}, {50 * time.Millisecond, change{path: "b"}}},
			[]sent{{200 * time.Millisecond, Batch{Paths: []string{"a", "b"}}}},
		},
		{
			"what comes after the quiet is another batch",
			[]event{{0, change{path: "a"}}, {150 * time.Millisecond, change{path: "b"}}},
			[]sent{{100 * time.Millisecond, Batch{Paths: []string{"a"}}}, {250 * time.Millisecond, Batch{Paths: []string{"b"}}}},
		},
		{
			"without quiet a batch goes out at the longest wait",
			burst(20, 60*time.Millisecond), // from 60 ms to 1.2 s
			[]sent{{1060 * time.Millisecond, Batch{Paths: []string{"busy"}}}, {1300 * time.Millisecond, Batch{Paths: []string{"busy"}}}},
		},
		{
			"everything takes in the paths",
			[]event{{0, change{path: "a"}}, {0, change{all: true}}, {0, change{path: "b"}}},
			[]sent{{100 * time.Millisecond, Batch{All: true}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				in, out, stop := make(chan change), make(chan Batch), make(chan struct{})
				began := time.Now()
				go coalesce(in, out, stop, quiet, longest)
				go func() {
					for _, e := range tt.events {
						time.Sleep(e.after)
						in <- e.change
					}
				}()
				var got []sent
				for range tt.want {
					b := <-out
					got = append(got, sent{time.Since(began), b})
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("batches (-want +got):\n%s", diff)
				}
				time.Sleep(time.Minute)
				select {
				case b := <-out:
					t.Errorf("one more batch: %v", b)
				default:
				}
				close(stop)
			})
		})
	}
}

func TestASlowReaderGetsOneLargerBatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, out, stop := make(chan change), make(chan Batch), make(chan struct{})
		go coalesce(in, out, stop, 100*time.Millisecond, time.Second)
		for _, p := range []string{"a", "b", "c"} {
			in <- change{path: p}
			time.Sleep(5 * time.Second)
		}
		if diff := cmp.Diff(Batch{Paths: []string{"a", "b", "c"}}, <-out); diff != "" {
			t.Errorf("batch (-want +got):\n%s", diff)
		}
		close(stop)
	})
}

func TestTooManyPathsAreEverything(t *testing.T) {
	t.Parallel()
	var p pending
	for i := range maxPaths + 1 {
		p.add(change{path: string(rune(i + 1000))})
	}
	if got := p.batch(); !got.All || got.Paths != nil {
		t.Errorf("got %d paths, all %v", len(got.Paths), got.All)
	}
}
