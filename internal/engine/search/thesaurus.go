package search

import (
	"slices"
	"strings"
	"sync"
)

// short has what programmers write a word as: the words of a line are one and the same.
const short = `
directory dir folder
configuration config configure conf cfg
authentication auth authenticate authn login signin
authorization authz authorize
argument arg
parameter param
initialize init initialization setup
environment env
message msg
error err
context ctx
request req
response resp res
connection conn connect
database db
repository repo
delete del
information info
application app
document doc
documentation doc
description desc descr
descriptor desc
specification spec
statistics stats stat
temporary temp tmp
variable var
value val
function func fn
string str
number num count
integer int
boolean bool
character char
pointer ptr
reference ref
length len
maximum max
minimum min
average avg
previous prev
current cur curr
source src
destination dest dst target
address addr
buffer buf
command cmd
execute exec
executable exe binary
process proc
synchronize sync synchronous
asynchronous async
implementation impl
expression expr
statement stmt
evaluate evaluation eval
arithmetic arith arithm
declaration decl
definition def
identifier id ident
attribute attr
property prop
object obj
element elem el
index idx
iterator iter iterate
dictionary dict
image img
library lib
package pkg
module mod
utility util
administrator admin
operation op operator
option opt
allocate alloc
free dealloc deallocate
calculate calc
generate gen
certificate cert
password passwd pwd passphrase
credential cred
permission perm
transaction tx txn
transmit tx xmit
receive recv rx rcv
packet pkt skb
socket sock
network net
protocol proto
device dev
interface iface intf
register reg
memory mem
block blk
sector sect
queue q
lock lk mutex
thread thr
signal sig
signature sig
verify verif
public pub
private priv
subscribe sub subscriber
publish pub publisher
subtract sub
multiply mul
divide div
difference diff delta
matrix mat
vector vec
position pos
coordinate coord
rectangle rect
transform xform
timestamp ts
time tm
date dt
second sec
millisecond ms msec
frequency freq
priority prio
sequence seq
version ver
original orig
regular reg
regex regexp
extension ext
external ext extern
internal
language lang
character chr
column col
table tbl
query qry
select sel
insert ins
update upd
transaction trans
session sess
template tmpl tpl
navigation nav
button btn
window win
event evt
callback cb
handler hdl
header hdr
manager mgr mngr
controller ctrl ctl
control ctrl ctl
group grp
user usr
node nd
volume vol
persistent pv
namespace ns
container ctr
resource rsc
service svc
server srv
client cli
kubernetes kube k8s
javascript js
typescript ts
python py
filesystem fs
hostname host
domain dom
uniform uni
websocket ws
http https
hexadecimal hex
decimal dec
compress comp
uncompress decompress inflate
encrypt enc cipher
decrypt dec decipher
encode enc encoding
decode dec decoding
serialize marshal
deserialize unmarshal
digest hash checksum
random rand rnd
standard std
polynomial poly
derivative deriv diff
integral integrate
approximate approx
absolute abs
relative rel
recursive rec
accumulate acc
account acct
balance bal
block blk
blockchain chain
ethereum eth ether
optimism op
layer l
type typ
syntax ast
abstract abs
assembly asm
architecture arch
operating os
system sys
kernel kern
superblock sb super
inode ino
extended ext
neighbour neighbor neigh
color colour
normalise normalize
canonical canon
serialise serialize
behaviour behavior
cancelled canceled cancel abort
license licence
gray grey
minimise minimize
initialise initialize
authorise authorize
synchronise synchronize
`

// alike has words that mean nearly the same where programs are written.
const alike = `
delete remove drop erase discard destroy unlink purge evict prune clear
create make new build construct generate add allocate
get fetch retrieve obtain load read find lookup
find search lookup locate match resolve query
set put store assign write update
store save persist write keep record
check validate verify ensure test assert
valid legal correct allowed
invalid illegal malformed bad wrong
start begin launch run spawn open boot
stop end finish shutdown terminate close halt quit exit cancel kill
close shutdown dispose release disconnect
error failure fail fault exception problem
fail reject refuse deny
allow permit grant accept enable
forbid deny disallow reject prevent refuse block
send transmit emit publish post dispatch deliver write
receive accept read take get consume
call invoke execute run apply
change modify update mutate edit alter patch
replace substitute overwrite swap
convert transform translate map cast
parse decode read scan tokenize
print format render write display show dump output string
encode serialize format marshal pack
decode deserialize parse unmarshal unpack
combine merge join concatenate concat union
split separate divide partition cut chunk
compare equal diff less
copy clone duplicate
wait await block sleep pause poll
delay timeout backoff wait interval
retry again repeat attempt reconnect backoff
limit bound maximum quota throttle cap threshold
throttle limit slow rate
cache memoize remember store
list enumerate all collect
count number total size
size length capacity
visit walk traverse iterate each
sort order arrange rank
sort less compare
choose select pick decide determine
decide determine should need want
guess infer detect deduce
detect recognize identify determine
compute calculate evaluate derive estimate
estimate guess predict approximate
connect link attach bind join
attach mount add connect
detach unmount disconnect
subscribe listen watch observe register
watch monitor observe notice follow
notify announce tell inform alert signal publish
log record trace
warn complain report diagnose
report message diagnostic
queue enqueue schedule push
schedule plan place assign
lock mutex exclusive guard
share common mutual
wrap enclose embed
nested inner inside child
parent ancestor outer enclosing owner
child descendant dependent member
name identifier label title key
type kind class
text string content
file path document
folder directory path
place location position site
part piece segment fragment chunk section
step stage phase
rule policy constraint
secret password credential token key
user account person member
sign signature
fingerprint hash digest checksum
hide mask redact conceal private
show display reveal visible
old previous former stale legacy
stale outdated expired old
expire timeout ttl stale
new fresh recent latest
missing absent lost unknown none
empty blank none zero null nil
null nil none undefined
default fallback initial
initial first start
first head front begin
last tail end final
next following successor advance
previous before prior
skip ignore omit exclude
ignore skip exclude
only filter
restore recover rollback undo revert reset
undo rollback revert
reset clear initialize
reserve allocate hold
free release dispose
repair fix mend heal
fast quick optimize
slow throttle delay
broken corrupt invalid
safe escape sanitize
quote escape
trim strip cut shorten truncate
shorten truncate abbreviate trim
round truncate floor
grow expand extend resize enlarge
shrink reduce compact collapse
reduce simplify minimize fold
simplify reduce normalize
expand unfold
nearest closest near
similar alike close fuzzy
distance near
equal same identical
equivalent same equal
different distinct unequal differ
unique distinct duplicate
duplicate twice repeated unique
random chance shuffle
pair tuple couple
number integer numeric
fraction rational
array list slice sequence
record struct object map dictionary
table map dictionary
tree hierarchy
graph network
cycle loop circular recursion
loop iterate for range
dead unreachable unused
unused unreferenced dead
reachable alive live
live alive running active
idle inactive unused sleeping
busy active
enforce apply impose
require need must mandatory
optional default
consequence imply implied
depend require need
dependency import require
environment variable
website page url
address url link location uri
cookie session
visitor user client
browser client agent
machine host node
job task work worker
background worker async daemon
thread worker
backup copy snapshot
picture image bitmap
draw paint render
screen display view
pen stroke line
dash dashed
mouse pointer cursor
press click down
heading header title
column field
row record entry line
entry item element record
message notification mail
question query
answer response reply result
reply response answer
result output outcome return
input argument parameter
exit quit status code
status state condition
permission access right privilege
allowed permitted authorized
trust verify certificate
plugin extension addon driver
driver plugin backend
probe health check
health liveness readiness
important priority critical
push preempt evict
upgrade migrate update
migrate upgrade
install setup deploy
compile build
link resolve
test spec suite
expected golden want
actual got real
real actual
fake mock stub dummy
original source raw
raw bytes binary
text plain ascii
version revision release
commit revision
branch
typed entered input
several multiple multi
token lexer lex tokenize lexical
restart reload
gather batch collect
mistyped misspelled typo
suggest propose recommend hint
complete completion finish suggest
hook callback handler middleware
react handle respond
handle process serve
process handle
serve handle
forward redirect proxy relay
redirect forward
route path dispatch
given passed provided specified supplied set
specified explicit
throw raise panic
restart respawn reboot
resume continue proceed
pause suspend freeze
speed throughput performance benchmark
reuse pool recycle
avoid prevent guard
price cost fee
budget quota cost
own owner possess belong
contain include has
include import embed
outside external outer beyond
together join group batch
group cluster bucket
batch bulk
range interval span extent
period interval duration
elapsed since duration
moment instant now time
date day calendar
remember cache memo
forget drop evict
discover detect probe
announce broadcast advertise
hear listen
listen accept bind
ask request prompt
agree negotiate handshake
handshake hello greet
vote elect leader
leader master primary
secondary replica standby mirror
introspect inspect reflect
inspect examine analyze
measure metric gauge
sum total accumulate aggregate
mean average
middle median center mid
corner vertex
edge border boundary
surround wrap enclose
bracket paren parenthesis brace
separator delimiter sep delim
newline eol
blank space whitespace
gap hole space
room capacity space
indent indentation
pad fill align justify
populate fill
layout arrange
offset shift
move relocate rename transfer
propagate forward carry
spread distribute
distribute balance shard
rotate turn spin
flip invert reverse toggle
invert negate inverse
reverse backward rev
opposite reverse inverse
toggle switch
enable activate
disable deactivate
occur happen
frequent common
usual default normal
damage corrupt
survive persist
crash panic abort
cause reason
track trace follow
settle resolve
finish complete done
ready prepared available
prepare setup
exist present
lack missing
supply provide
promise future deferred
defer postpone lazy delay
immediate direct
hand pass dispatch
acquire take obtain
pop take
append push extend
tight compact packed
pack bundle archive
extract unpack pull
teardown cleanup destroy
cleanup clean tidy sweep
garbage gc sweep
secure protect
outgoing egress outbound
incoming ingress inbound
public exported
private internal unexported
resemble similar
fit match suit
pattern wildcard glob regex
mistake error bug
hint advice suggest
help usage
explain describe
sound audio
letter rune char
font glyph
charset encoding
digit number numeral
product multiply times
power exponent pow
remainder modulo mod rest
rest remaining left
curve spline bezier
slope gradient derivative
angle degree
circle arc radius
shape geometry polygon
distance far
remote distant
nearby adjacent neighbor sibling
inherit extend derive subclass
base super
leaf terminal
top upper high
bottom lower low
biggest max largest most
smallest min least
deep nested depth
level depth layer
flatten flat
inline expand
sure certain definite
chance random probability
person people human user
author creator owner
producer writer publisher
consumer reader subscriber sink
observer listener subscriber
publication event
atomic transaction indivisible
conflict clash collide collision
clash conflict duplicate
merge reconcile
symlink symbolic
relation relationship relational
deadline timeout
keyboard key
shortcut hotkey binding
zoom scale
scale resize
crop clip cut
clip cut bound
blend mix
mix blend combine
opaque alpha transparent
transparent alpha opacity
drive disk volume
disk storage
amount quantity number
piecewise chunk
evaluate expand compute
template macro
warn caution
pretty format indent
beautify format
layout format
minify compress shrink
obfuscate mangle
mangle rename
grammar syntax
meaning semantic
translate locale language
locale language region
country region locale
currency money
capital upper uppercase
uppercase upper caps
lowercase lower
accent unaccent normalize
readable human pretty
slug title url
permalink url slug
bookmark favorite
login signin session
logout signout
signup register
forgotten reset
ban block deny
throttle ratelimit
audit log history
history past log journal
rollout deploy release
drain evict empty
cordon unschedulable
taint tolerate
affinity prefer
prefer affinity favor
evict remove preempt
starve fair
deadlock cycle
race concurrent
concurrent parallel simultaneous
serial sequential
sequential serial order
barrier wait fence
heartbeat keepalive ping
ping probe alive
reach connect
unreachable down
offline disconnected down
online connected up
hang stuck block
stuck hang wait
bottleneck slow
hot frequent
cold unused
warm cache preload
preload prefetch warm
prefetch preload ahead
hydrate load restore
dehydrate serialize
snapshot checkpoint dump
checkpoint snapshot save
diff patch change
patch apply
stage index add
stash save
cherry pick
rebase replay
replay repeat
sandbox isolate jail
isolate sandbox separate
jail chroot
bypass skip
privilege capability permission
capability feature privilege
feature flag capability
rotate roll
unmount umount
zero clear
byte octet
bit flag
swap exchange
sum checksum
parity checksum
redundant duplicate
compact defragment
reassemble join
reorder sort
`

// thesaurus is by stem what other stems may stand for it.
type thesaurus struct{ short, alike map[string][]string }

var words = sync.OnceValue(func() thesaurus { return thesaurus{groups(short), groups(alike)} })

// groups reads a table: of a line, each word stands for the others.
func groups(table string) map[string][]string {
	by := map[string][]string{}
	for line := range strings.Lines(table) {
		var stems []string
		for word := range strings.FieldsSeq(line) {
			if stem := Stem(word); !slices.Contains(stems, stem) {
				stems = append(stems, stem)
			}
		}
		for _, s := range stems {
			for _, other := range stems {
				if other != s && !slices.Contains(by[s], other) {
					by[s] = append(by[s], other)
				}
			}
		}
	}
	return by
}

// Senses are the stems that a word of a question may be found as, in classes: the word's own,
// what is the same in programs, what means nearly the same.
type Senses [3][]string

// SensesOf returns the stems that a word may be found as.
func SensesOf(word string) Senses {
	own := Stem(strings.ToLower(word))
	s := Senses{{own}}
	seen := []string{own}
	add := func(class int, stems []string) {
		for _, stem := range stems {
			if !slices.Contains(seen, stem) {
				seen = append(seen, stem)
				s[class] = append(s[class], stem)
			}
		}
	}
	add(1, words().short[own])
	add(2, words().alike[own])
	for _, stem := range slices.Clone(s[1]) {
		add(2, words().alike[stem])
	}
	for _, stem := range slices.Clone(s[2]) {
		add(2, words().short[stem])
	}
	return s
}
