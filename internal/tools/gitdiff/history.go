package gitdiff

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Commit is one commit; the zero Commit stands for what is not committed yet.
type Commit struct {
	Hash, Author, Subject string
	Date                  time.Time
}

// Span is lines that one commit wrote last.
type Span struct {
	First, Last int
	Commit
}

// ErrNotCommitted: the last commit does not have these lines.
var ErrNotCommitted = errors.New("not committed yet")

// mostCommits bounds what one log gives.
const mostCommits = 500

// Blame says which commit wrote each of the lines first to last of a file, as the disk has it.
func Blame(ctx context.Context, root, path string, first, last int) ([]Span, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("it took longer than %s", deadline))
	defer cancel()
	g, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	out, err := g.run(ctx, "blame", "--porcelain", "--no-textconv", fmt.Sprintf("-L%d,%d", first, last), "--", path)
	if err != nil {
		if strings.Contains(err.Error(), "no such path") || strings.Contains(err.Error(), "no such ref") {
			return nil, ErrNotCommitted
		}
		return nil, err
	}
	return spans(string(out)), nil
}

// spans reads git's porcelain form of a blame.
func spans(porcelain string) []Span {
	known := map[string]Commit{}
	var all []Span
	hash, line := "", 0
	var c Commit
	for text := range strings.Lines(porcelain) {
		text = strings.TrimSuffix(text, "\n")
		if strings.HasPrefix(text, "\t") { // the line itself ends its entry
			if c.Hash == "" {
				c = known[hash]
			}
			known[hash] = c
			if n := len(all); n > 0 && all[n-1].Commit == c && all[n-1].Last == line-1 {
				all[n-1].Last = line
			} else {
				all = append(all, Span{line, line, c})
			}
			hash, c = "", Commit{}
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case hash == "":
			hash = word
			if numbers := strings.Fields(rest); len(numbers) >= 2 {
				line, _ = strconv.Atoi(numbers[1])
			}
		case word == "author":
			c.Hash, c.Author = short(hash), rest
		case word == "author-time":
			seconds, _ := strconv.ParseInt(rest, 10, 64)
			c.Date = time.Unix(seconds, 0).UTC()
		case word == "summary":
			c.Subject = rest
		}
		if strings.Trim(hash, "0") == "" && c.Hash != "" {
			c.Author, c.Subject = "", "not committed yet"
		}
	}
	return all
}

func short(hash string) string { return hash[:min(len(hash), 12)] }

// Log returns the commits that changed the lines first to last of a file, the newest
// first. The lines are those on disk; they are followed back through moves in the file
// and renames of it. Second: whether there are more than are given.
func Log(ctx context.Context, root, path string, first, last int) (commits []Commit, more bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("it took longer than %s", deadline))
	defer cancel()
	g, err := open(ctx, root)
	if err != nil {
		return nil, false, err
	}
	head, err := g.commit(ctx, "HEAD")
	if err != nil {
		return nil, false, ErrNotCommitted
	}
	if first, last, err = g.committed(ctx, head, path, first, last); err != nil {
		return nil, false, err
	}
	out, err := g.run(ctx, "log", "--no-patch", "-O/dev/null", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color", "--max-count="+strconv.Itoa(mostCommits+1),
		"--format=%x01%H%x00%an%x00%at%x00%s", fmt.Sprintf("-L%d,%d:%s", first, last, path), head)
	if err != nil {
		if strings.Contains(err.Error(), "no path") {
			return nil, false, ErrNotCommitted
		}
		return nil, false, err
	}
	commits = commitsOf(string(out))
	if len(commits) > mostCommits {
		return commits[:mostCommits], true, nil
	}
	return commits, false, nil
}

func commitsOf(log string) []Commit {
	var all []Commit
	for entry := range strings.SplitSeq(log, "\x01") {
		fields := strings.SplitN(strings.TrimSpace(entry), "\x00", 4)
		if len(fields) < 4 {
			continue
		}
		seconds, _ := strconv.ParseInt(fields[2], 10, 64)
		all = append(all, Commit{Hash: short(fields[0]), Author: fields[1], Date: time.Unix(seconds, 0).UTC(), Subject: fields[3]})
	}
	return all
}

// committed maps lines of the work tree to those of a commit.
func (g *git) committed(ctx context.Context, commit, path string, first, last int) (int, int, error) {
	out, err := g.run(ctx, "diff", "-O/dev/null", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all", "--unified=0", "--inter-hunk-context=0",
		"--src-prefix=a/", "--dst-prefix=b/", "--relative", "--end-of-options", commit, "--", ":(literal)"+path)
	if err != nil {
		return 0, 0, err
	}
	for _, f := range parse(string(out)) {
		if f.Path == path {
			if f.Status == Added {
				return 0, 0, ErrNotCommitted
			}
			first, last = before(f.Hunks, first, last)
		}
	}
	if last < first {
		return 0, 0, ErrNotCommitted
	}
	return first, last, nil
}

// before are the lines that first to last were before hunks changed them; an empty
// range where they were not there.
func before(hunks []Hunk, first, last int) (int, int) {
	from, to, shift := first, last, 0 // shift: lines that the hunks so far have added
	for _, h := range hunks {
		start, end := h.Line, h.Line+h.Count // of the new lines
		if h.Count == 0 {
			start, end = h.Line+1, h.Line+1
		}
		old := start - shift
		shift += h.Count - h.Removed
		if end <= first { // all of it above
			from, to = first-shift, last-shift
			continue
		}
		if start > last {
			break
		}
		if start <= first { // the range begins in the hunk
			from = old
		}
		if end > last { // and ends in it
			to = old + h.Removed - 1
		} else {
			to = last - shift
		}
	}
	return from, to
}

// Churn counts for each path in how many of the last commits it was changed.
// Without git, or before the first commit, there is nothing.
func Churn(ctx context.Context, root string) (map[string]int, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("it took longer than %s", deadline))
	defer cancel()
	g, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	head, err := g.commit(ctx, "HEAD")
	if err != nil {
		return nil, nil
	}
	out, err := g.run(ctx, "log", "-z", "-O/dev/null", "--format=", "--name-only", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature",
		"--no-color", "--relative", "--max-count=1000", head, "--", ".")
	if err != nil {
		return nil, err
	}
	times := map[string]int{}
	for path := range strings.SplitSeq(string(out), "\x00") {
		if path = strings.Trim(path, "\n"); path != "" {
			times[path]++
		}
	}
	return times, nil
}
