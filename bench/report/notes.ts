/** What people should know about the figures: how far they can be trusted, what stands in the way, what was mended. Words only. */
export const notes = `### How far these numbers can be trusted

The table is a full run on a machine that did nothing else (load average under 3). Most repeats stay within 35 % of each other; the
spread column shows those that do not: the floor of \`lag\` is a few hundredths of a millisecond, where the scheduler decides. Earlier
runs on the same machine under other work (load 3 to 30) gave other verdicts for \`ingest\` (0.35 to 0.81), \`spawn\` (0.54 to 2.6), \`lag-p99\`
(up to +159 ms) and \`cli-ls\` (up to 2.2): on two overloaded cores the floors wobble as much as Drover does, so measure on an idle one.

### What stands in the way

- **\`ingest\`**: the daemon spends about 6.2 microseconds of CPU an event. Most is the insert, the commit, parsing and redaction (in a
  profile: 32 %, 21 %, 10 %, 8 % of busy time). Not tried yet: one transaction for chunks of several sessions; storing without a second JSON text.
- **\`turn\`**: one traced turn of 37 ms, on a busy machine: 5 ms to accept and record the launch (two durable commits), 8 ms from exec to
  the recorded pid, 6 ms for the durable commit of that pid, 12 ms to store 1,000 lines, 2 ms to its end. The pid is committed without a
  sync since then. Committing the launch row the same way was tried and gained nothing that could be measured. What is left: the wrapper
  and its files (a shell, three forks) before the agent's first instruction, and the 1,000 lines themselves.
- **\`attach\`**: the floor is 0.1 ms in one process; Drover parses 200 stored rows, makes JSON of them again and carries some 80 KB over
  HTTP. Sending the stored text as it is would save both conversions. Whether 3x can be reached over HTTP at all was not measured.
- **\`rss-soak\`**: memory rises steeply over the first 400,000 events and slowly after. Reading spools through one buffer did not
  change that. Whether it is a leak or a heap that finds its size is not known; it needs a heap comparison and a longer run.
- **\`ingest-50\`** stands at the edge of its target and falls on either side of it from run to run.
- **Growth** was measured once; \`spawn-live\` and \`boot-stored\` scatter more than they grow, so "flat" there means that no growth shows
  above the noise. The five spawns that are timed live too: \`ingest-live\` and \`rss-live\` are counted over n + 5.

### What was mended

- Many rows an INSERT, launch rows not read back at each chunk, unchanged turns not rewritten: the daemon's CPU for \`ingest-1\` went from
  8.1 to 6.2 microseconds an event (medians of five, same machine, CPU time rather than wall time).
- One read buffer for all spools; ended sessions listed without a look at their launches. No gain was measured for either by itself.
- A spawn reads only the workspaces that are held, not every one there ever was.
`
