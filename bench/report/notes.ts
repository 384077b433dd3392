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

- **\`attach\`**: the floor is what no answer over HTTP can do without: the same page by one SELECT and the same bytes, from a bare \`node:http\` server; client and
  servers share one core, because between two cores the price of waking the other one (0.02 to 0.06 ms, changing from minute to minute) is half of what is measured. What Drover
  adds is 0.055 ms in the run of the table (1.43 times the floor; four runs gave 1.38 to 1.51, and 1.50 to 1.58 before): the door (identity, router, schemas, request id, 0.02 ms) and
  putting number, time and turn in front of 200 stored texts. A column less of each row (its number is counted), the page as one text, and memory for answers that is used
  again brought it below its target. Letting SQLite put the answer together takes twice as long (0.07 ms more for the page), rows as arrays bring nothing.
- **\`cli-ls\`** is 15 ms over an empty Node, most of it the start of the program (\`cli-version\`): 1.68 and, in three other runs, 1.77 of its target of 1.8.
- **\`turn\`** is 9 ms over its floor; the target is 15. It was 23 over on a slower machine before a wrapper that waits took the fork out of the way
  ([ADR 17](adr/0017-a-wrapper-that-waits.md)). What is left, of a turn traced then: the durable commit of the turn and the durable launch row with their syncs, six small
  files, the shell and \`env\` before the agent's first instruction (the floor has half of that), and storing its thousand lines, which takes the floor of
  \`ingest\` 4 ms alone. Recording the exit without \`mv\`, or the launch without a sync, would give up what they are for.
- **\`ingest\`**: in a profile of the daemon with fifty sessions, SQLite's own work is 40 % of the time, collecting garbage 14 %, writing JSON again 13 %,
  reading it 9 %, redaction 6 %. A commit over several sessions was not tried: a commit is 5 % of a chunk's work.
- **\`spawn-live\`** and \`boot-stored\` scatter more than they grow, so "flat" there means that no growth shows above the noise. What does
  grow with live agents is the daemon's memory, and with it the price of a fork. The nine spawns that are timed live too: \`ingest-live\` and
  \`rss-live\` are counted over n + 9.
- **\`mail-wake\`** is 20 ms over its floor; the target is 50. Mail to an idle session goes through everything that follows a turn, a snapshot, the changed files and a look
  for processes that were left behind, before it is delivered; where no turn ran since the last time nothing of it is needed, and that is not yet made use of.
- **Relays**: a decision with 10,000 queued tasks takes as long as one with 100 (0.0036 ms each, ratio 1.01), because what can be taken is an index of its own. Fifty relays
  in fifty projects that wait for a reset cost 0.02 % of a core more than the same daemon without one. 200 idle sessions with mail queues cost nothing that shows above the noise.
- **Memory at rest** has grown with the subjects: 51 MB over an empty Node with the store, where it was 19 before coordination; the target is 60.

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
