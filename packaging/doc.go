// Package packaging tries each way in which gortex is installed, in a clean folder and a
// clean home, as whoever follows the README would. What is built is scripts' business.
package packaging
