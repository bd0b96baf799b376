// Package e2e runs the real Pi, of the oldest and the newest version that we serve with
// a test, against a scripted model and a real graph. Everything in it is a test; the
// rig that runs Pi is in rig/, plain Node without dependencies.
//
// GORTEX_E2E=off skips these tests, GORTEX_E2E=require makes a missing tool a failure;
// otherwise what is missing skips them.
package e2e
