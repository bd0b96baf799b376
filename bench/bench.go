// Package bench times whole processes: gortex against a peer or a floor, both in
// the same run, since one machine's figures say little. It has benchmarks only;
// the figures and the commands that repeat them are in docs/performance.md.
package bench
