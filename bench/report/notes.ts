/** What people should know about the figures: how far they can be trusted, what stands in the way, what was mended. Words only. */
export const notes = `### How far these numbers can be trusted

The table is a full run on a machine that did nothing else; the load average before and after stands below it. The spread column
shows how far repeats of the same thing lie apart (floor, then Drover). A figure whose repeats differ by more than 35 % in what its verdict is made of is
measured again, three times at most, and the calmest try stands whatever it says; its note tells. \`spawn\` keeps its files in memory where the system
offers it, because a throttled disk scattered its floor by two. The floor of \`lag\` is a few hundredths of a
millisecond, where the scheduler decides. Runs on the same machine under other work (load 3 to 30) gave other verdicts for \`ingest\` (0.31 to 0.81),
\`spawn\` (0.54 to 2.6), \`hook\` (up to 2), \`lag-p99\` (up to +159 ms) and \`cli-ls\` (up to 2.2): on two overloaded cores the floors wobble as much
as Drover does, so measure on an idle one.

### What stands in the way

- **\`attach\`**: the floor is what no answer over HTTP can do without: the same page by one SELECT and the same bytes, from a bare \`node:http\` server. What Drover
  adds was 0.2 to 0.3 ms in quiet runs: the door (identity, router, schemas, request id) and putting number, time and turn in front of 200 stored texts. Letting SQLite
  put the answer together was tried: it saves 0.03 ms. Keeping ready answers was not: it would speed up only who asks twice. On two cores under a load of 10 to 20
  the ratio was 1.9 in a calm moment and 6 to 8 otherwise; why it grows so was not looked into.
- **\`turn\`**: a traced turn of 27 ms, from the request: 3.9 ms to its durable commit (1.3 of it the sync); 2.6 to the durable launch row (0.4 the
  sync) and 0.7 for six small files; 2.5 for the fork, which costs 1.4 ms for each 100 MB of the daemon, and the shell; 5.4 until the
  agent's first instruction (shell, its fork, \`env\`; the floor has half of that); 2.8 for the agent, whose lines come in meanwhile; then 8 to 10
  until the last of the thousand lines is stored and the end is told, behind which the fork and \`mv\` that record the exit (2.4) hide. Recording the exit without
  \`mv\`, or the launch without a sync, would give up what they are for; storing a thousand lines takes the floor of \`ingest\` 4 to 6 ms alone.
  What is possible, tried apart from the daemon (first word of a shell; a machine under a load of 10 to 20, so only the ratios count): Node starts a process by a plain
  fork, which stands still for 7, 14 and 50 ms in a process of 55, 107 and 181 MB; the same start through a small shell that waits for orders takes 6 to 7 ms
  whatever the size, and a start that shares memory until the exec (Python's \`vfork\`, which Node does not offer) 0.4 ms where its fork took 52. On the idle
  machine of the trace, where fork and shell are 2.5 ms together, that is 2 at most of the 8 that are missing; fewer syncs are 1.7 at most, and give up what was promised. So a launcher is worth having for busy
  machines and large daemons, whose loop it would not stop, and would not bring \`turn\` to its target alone. It is not built: the daemon would no longer be the
  parent of its agents, and a failed start would have to be told by other means.
- **\`ingest\`**: in a profile of the daemon with fifty sessions, SQLite's own work is 40 % of the time, collecting garbage 14 %, writing JSON again 13 %,
  reading it 9 %, redaction 6 %. A commit over several sessions was not tried: a commit is 5 % of a chunk's work.
- **\`spawn-live\`** and \`boot-stored\` scatter more than they grow, so "flat" there means that no growth shows above the noise. What does
  grow with live agents is the daemon's memory, and with it the price of a fork. The nine spawns that are timed live too: \`ingest-live\` and
  \`rss-live\` are counted over n + 9.
- **\`mail-wake\`** (taken at a load of 12 to 20, so the distance is not to be trusted): mail to an idle session goes through everything that follows a turn, a snapshot, the changed files and a look for processes
  that were left behind, before it is delivered. That is what the code does, and probably most of the distance; how much was not traced. Where no turn ran since the last time nothing of it is needed.
- **Relays** (taken on a busy machine, so only the ratios count): a decision with 10,000 queued tasks took 0.0078 ms and with 100 tasks 0.0077 ms (ratio 1.01, target 1.5), because what can be
  taken is an index of its own. Fifty relays in fifty projects that wait for a reset cost 0.08 % of a core, the same daemon without a relay 0.07 %. They are in the table after the next full run.

### What was mended

- **Memory.** It was no leak: 11 to 15 MB live in the old heap after the first thousand events and after the millionth. V8 let the young heap
  grow to 128 MB while lines poured in, and kept texts of 256 KB chunks as large objects that outlive their use. The young heap is bounded
  (\`--max-semi-space-size=8\`), a chunk is 120 KB, and the old heap is looked through at a growth of a fifth. After 1,000,000 events and 100 turns: 143 MB
  where it was 281, last fifth over second fifth 1.04 where it was 1.45, at no more CPU an event. A smaller daemon also forks faster.
- **Pages.** A bare \`LIMIT ?\` was planned anew at every call, because SQLite looks at the bound value, and the driver then compiled a function for
  its rows: 0.08 ms a page. Stored rows go out as the text they are, and answers no longer pass through a stream: the daemon's CPU for a page of 200
  rows went from 1.02 to 0.40 ms.
- **Ingest.** Many rows an INSERT, what they share bound once, rows made only when somebody watches, launch rows not read back at each
  chunk: the store's part went from 2.5 to 2.1 microseconds an event, after 8.1 to 6.2 for the whole path before.
- **Fifty sessions.** Each live launch has a token that must never be stored. Text that held four characters of any token by chance was searched for all
  of them: with fifty launches a quarter of all lines, 2.7 microseconds each. Now the place is compared, which is a twentieth of it, and most events are looked at once, as
  the JSON they are stored as. Up to three chunks that are already there go into one commit.
- **Launches.** The program and free memory are looked up without the thread pool; before, that was 1.4 ms of a traced turn.
- **Liveness.** The configuration was put together anew for each running turn once a second, each running turn was read twice by long rows, the environment of
  every process was read at each look, and each reading was written to a file: 4.5 % of a core for 200 agents. Now the configuration is asked for once a project,
  running turns by one narrow query, settled processes keep their tags, and a reading is kept every ten seconds: 2.1 %.
- **Processes of git.** Counted by a wrapper around git on a small repository, before and after: a spawn with a turn that writes a file 34 and 23, with a turn
  that writes nothing 25 and 13; a later turn that writes a file 26 and 13, one that writes nothing 22 and 6. The snapshot and the number of changed files
  come from one look at the tree; HEAD, the earlier snapshot and its ref are one question; settings are read once for all worktrees of a repository and again when
  a file changed that they come from; a tree that was made before and that a ref holds is not made again. The two questions for the branches' distance are left, and
  \`check-attr\`, which would need git's search for attribute files done over.
- A spawn reads only the workspaces that are held, not every one there ever was.
`
