/**
 * Schedules that the simulation found and made short, each with the mistake it told of. They ran into it before it was
 * mended and must hold for ever.
 */
import type { Action } from './story.ts'

const found: Readonly<Record<string, string>> = {
  'a spawn whose taking back met a full disk was starting for ever': 'spawn 0 0; go 2 0; full 2',
  'a spawn that died while it was taken back came up without its worktree':
    'spawn 0 0; go 2 0; go 7 0; full 1; go 9 0; reboot',
  'a kill of a spawn that was being taken back was answered before its end': 'spawn 2 0; full 2; go 2 0; kill 0',
  'a second kill of a starting session was answered before its end':
    'spawn 0 0; spawn 0 0; spawn 0 0; go 6 254; go 1 0; go 10 691; kill 1; go 5 0; kill 1',
  'a spawn under way was undone with its running agent when the daemon stopped and was to keep it':
    'spawn 0 0; go 9 0; stop 0',
  'two snapshots at once took one number, and the later one the place of the earlier':
    'spawn 0 0; go 11 0; commits 0; exits 0 0; fork 0 0',
  'a message for a process that lives on waited for ever after a restart':
    'spawn 1 0; go 6 0; die 9; go 4 0; spawn 0 0; finishes 0; send 0 0 0',
  'the first turn of a restart was taken for lost while it was being launched':
    'spawn 2 0; go 4 0; send 0 0 0; says 0 0; die 6; send 0 2 0; fork 0 0',
  'a cancel of a turn whose process could not be judged was forgotten':
    'fail 4; die 6; spawn 0 0; go 11 0; boot; go 1 0; cancel 0; hangs 0',
  'words to an agent saved a dialogue that had heard more than was stored':
    'spawn 1 0; go 11 0; full 1; says 0 0; go 1 0; cancel 0; crash',
  'a message that was refused by a full disk was delivered in the place of the next':
    'spawn 2 0; full 1; send 0 0 1; send 0 0 0',
  'a killed session kept a turn that never got a process':
    'spawn 0 0; go 11 0; send 0 2 0; spawn 0 0; says 0 0; go 16 0; go 1 0; full 2; go 1 0; kill 0',
  'a turn that could not be launched nor written down as failed ran for ever':
    'spawn 2 0; go 4 0; fork 0 0; go 7 0; send 1 0 0; full 2',
  'a kill that met a full disk left a turn that ran for ever': 'spawn 2 0; go 2 0; kill 0; full 2',
  'a recovery that a crash cut off left a worktree that was half written':
    'spawn 2 0; go 4 0; spawn 0 0; kill 0; go 7 211; spawn 0 0; go 8 1; go 2 687; recover 0; go 10 0; crash',
  'a turn was launched beside the process that lives on, while the daemon stopped and let go of it':
    'spawn 1 0; go 6 0; go 5 0; finishes 0; go 2 0; turn 0 0; stop 0',
  'a kill that met a session just coming up was forgotten by the next daemon':
    'spawn 0 0; go 11 0; kill 0; go 1 0; kill 0; reboot',
  'a restore whose end met a full disk left a worktree that nobody knew':
    'spawn 0 0; go 5 0; kill 0; go 2 0; cleanup; restore 0; go 9 0; full 1',
  'a turn was said to be silent after its end':
    'spawn 1 0; go 3 0; go 3 0; go 5 0; time 5; go 1 0; finishes 0; time 1; time 1',
  'a kill that waited for a spawn to be taken back was answered although that met a full disk':
    'spawn 2 0; full 2; go 2 0; time 1; full 1; kill 0',
  'a cancel of a merge was answered although the disk was too full to write it down':
    'offers 0 0 0 0; go 2 0; withdraws 0; full 2',
  'a lane made its tree anew in the place of one that a person worked in for another merge':
    'offers 0 0 0 0; go 15 0; full 2; offers 0 0 0 0; go 7 0; offers 0 0 0 3; go 14 0; resolves 1 0; retries 0',
  'a merge that was cancelled and tried again at once left its tree behind':
    'offers 0 0 3 3; go 13 0; die 2; user-commits 0; withdraws 0; go 1 0; retries 0',
  'a merge that had landed was replaced by newer commits of its branch before that was written down':
    'offers 0 0 0 0; go 16 0; go 10 0; go 4 0; offers 0 0 0 0; full 4; offers 0 0 0 0; offers 0 0 0 0; go 10 0; extends 1',
  'two rode together past one that was more urgent and came while it was seen whether they could':
    'offers 0 0 0 3; offers 0 0 0 0; go 5 1; offers 0 0 0 0; offers 0 1 3 0',
  'what a session was being started with was committed and landed':
    'offers 0 0 0 0; spawn 0 0; go 4 423; go 2 1; go 1 0; lands 0; go 1 1; go 1 1; full 1',
  'the tree that a person resolved a conflict in stayed behind when the target moved':
    'offers 2 0 0 3; go 11 0; resolves 0 0; offers 2 0 0 0; go 1 0; retries 0',
  'a relay that was replaced while a try was made ready left that try running for ever':
    'task 0 0 0; relay 0 0 0 0 0; go 2 0; relay 0 0 0 0 2',
  'a lane worked in a worktree that a crash had left half made':
    'task 0 0 0; relay 0 0 0 0 0; go 1 0; go 2 0; relay 0 0 0 0 2; go 14 0; reboot',
  'a relay that was stopped while its next try was made ready left the session of the last one':
    'task 0 0 0; relay 0 0 0 0 0; go 1 0; go 13 0; exits 0 0; go 10 0; relay-stop 0 0',
  'a step that failed was not tried again because the clock had been set back':
    'relay 1 0 0 0 0; fail 2; go 5 0; relay-again 0; clock -386',
  'a relay that was replaced and gone on with at once held its worktree for ever':
    'relay 0 0 0 0 0; task 0 0 0; go 4 0; go 5 0; relay 0 0 0 0 2; go 5 28; relay-again 0',
  'a relay that was gone on with stood still because a step of it had failed before':
    'task 0 0 0; relay 0 0 0 0 0; brittle 5; go 11 0; relay-stop 0 0; relay-again 0',
  'a lane began a try with an agent whose account another lane had spent meanwhile':
    'task 0 0 0; task 0 0 0; relay 0 2 0 0 0; go 11 58; go 2 0; go 16 251; breaks 0 0 0',
  'a relay that was stopped at once before a crash stood still when the next daemon met a full disk':
    'task 0 0 0; relay 0 0 0 0 0; go 3 0; relay-stop 1 0; crash; full 1; boot',
  'what an agent wrote while it was ended by a kill of its start was in no snapshot':
    'spawn 0 0; go 4 0; go 7 0; kill 0; says 0 1; go 6 0; restore 0',
  'a cancel that met the end of its turn ended the next one, which ran in the same process':
    'spawn 1 0; go 1 0; go 11 0; send 0 0 0; finishes 0; hangs 0; cancel 0; go 5 1',
  'a merge named a tree that was gone, because the disk was full when it was put away':
    'offers 0 0 0 3; go 11 0; resolves 0 2; retries 0; spawn 0 0; go 8 0; offers 0 0 0 0; go 16 0; go 14 0; full 1',
  'an effort that was stopped while it was being started had no root': 'effort 0 0 0; go 4 0; effort-stops 0',
  'a reminder was launched beside a process that lives on and could not be looked for':
    'effort 0 1 0; goes-on 13; fail 4; waits 0 0 0 1; go 1 0; crash; boot',
  'an effort whose root was killed while it was starting ran for ever': 'effort 0 0 0; go 4 0; kill 0',
  'an effort that could not be started nor taken back on a full disk ran for ever': 'effort 0 0 0; go 1 0; full 2',
  'an effort whose root was being taken back on a full disk was given that root and ran for ever':
    'effort 0 0 0; go 4 0; full 2',
  'a turn with other instructions was launched beside a process that a stopping daemon had only let go of':
    'effort 0 0 0; goes-on 12; hires 0 0 1 0; goes-on 12; hires 0 0 0 0; fails 0 0; waits 0 0 0 1; hangs 1; go 8 0; stop 0',
  'a session whose agent asked and was gone when the next daemon looked asked for ever':
    'effort 0 1 0; die 7; go 1 0; go 11 0; asks 0; exits 0 0',
  'an effort ended while its coordinator waited for something, because its last turn had failed':
    'effort 1 0 0; goes-on 12; waits 0 2 0 0; exits 0 0',
  'a parent was told that a child had died which had reported, when the operator let it go':
    'effort 0 0 0; goes-on 12; hires 0 0 0 0; hires 0 0 0 0; goes-on 23; waits 0 0 0 1; reports 1 0 0; goes-on 3; dismisses 2 0',
  'a parent was told that a child had died which had reported and was only reminded':
    'effort 0 0 0; goes-on 12; hires 0 0 1 0; go 12 0; reports 1 0 0; reports 1 0 1; ready 0 0; go 7 116; go 3 381; nudge 1 0',
  'an effort that was stopped before its root was written down, and then a crash, stayed without a root':
    'effort 0 0 0; go 1 0; effort-stops 0; crash',
  'a turn that waited for a process of its own was ended because the one before it was silent':
    'effort 0 0 0; goes-on 13; hires 0 0 1 0; goes-on 10; reports 1 0 1; hires 0 0 0 0; go 5 0; hangs 1; go 6 0; writes 0 1 0; go 5 0; time 1; time 1',
  'mail for a session whose account was spent was held for ever, because the disk was full when that was written down':
    'effort 0 1 0; goes-on 12; hires 0 0 0 0; goes-on 12; cancel 1; writes 1 0 0; limited 0 0 0; goes-on 6; waits 0 0 0 1; go 4 0; dismisses 0 0; go 8 0; full 4',
  'nobody heard that the watchdog could not end a session on a full disk':
    'effort 0 0 0; goes-on 13; hires 0 0 0 0; goes-on 10; clock 119; crash; boot; goes-on 2; time 1; go 13 745; full 2',
  'an effort whose root was taken back on a full disk after it had started a child ran for ever without a root':
    'effort 0 0 0; go 12 0; hires 0 0 0 0; full 1',
  'the question about a budget stood before the operator after its effort was over, and took no answer':
    'effort 0 0 0 3; goes-on 12; spends 0 10',
  'a merger that a merge called took the place of somebody else in its effort':
    'effort 1 0 0 0; goes-on 12; hires 0 1 0 0; goes-on 11; hires 0 0 0 0; hires 1 0 0 0; ready 0 0 3',
  // The simulated machine never answered here; the real one does (`survive.test`).
  'a daemon that let go of a process which it was ending never stopped':
    'effort 0 0 0; goes-on 12; hires 0 0 1 0; goes-on 8; hires 0 0 0 0; goes-on 15; kill 0; go 7 0; reports 0 4 1; hangs 0; go 2 0; go 5 0; time 5; stop 0',
  'a second pull request of a trip, for a red merge, counted as landed while it was open': 'issue 0 1',
  'a pull request whose base had moved, where rules want it up to date, waited for reviews for ever':
    'meets-pr 5; issue 0 1',
}

export const schedules: readonly (readonly [string, readonly Action[]])[] = Object.entries(found).map(
  ([what, text]) => [
    what,
    text.split(';').map((line) => {
      const [name = '', ...args] = line.trim().split(' ')
      return { do: name, args: args.map(Number) }
    }),
  ],
)
