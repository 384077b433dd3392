import { describe, expect, it } from 'vitest'
import { pairs, parsePatch } from './patch.ts'

const patch = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function x() {
 one
-two
--- three
+2
+++ 3
@@ -10 +10,2 @@
 ten
+eleven
\\ No newline at end of file
diff --git a/new b/new
new file mode 100644
--- /dev/null
+++ b/new
@@ -0,0 +1 @@
+hello
diff --git a/bin.png b/bin.png
Binary files a/bin.png and b/bin.png differ
diff --git "a/\\303\\251.txt" "b/\\303\\251.txt"
deleted file mode 100644
--- "a/\\303\\251.txt"
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old b/moved
similarity index 100%
rename from old
rename to moved
`

describe('patches', () => {
  const files = parsePatch(patch)

  it('name each file and what became of it', () => {
    expect(files.map((f) => [f.path, f.note, f.lines])).toEqual([
      ['src/a.ts', null, 7],
      ['new', 'new file', 1],
      ['bin.png', 'binary', 0],
      ['é.txt', 'deleted', 1],
      ['moved', 'renamed', 0],
    ])
    expect(files[4]?.oldPath).toBe('old')
  })

  it('take lines that look like headers for lines', () => {
    expect(files[0]?.hunks[0]?.lines.map((l) => [l.sign, l.text, l.old, l.new])).toEqual([
      [' ', 'one', 1, 1],
      ['-', 'two', 2, null],
      ['-', '-- three', 3, null],
      ['+', '2', null, 2],
      ['+', '++ 3', null, 3],
    ])
  })

  it('stand side by side', () => {
    expect(pairs(files[0]!.hunks[0]!.lines).map((p) => [p.old?.text ?? null, p.new?.text ?? null])).toEqual([
      ['one', 'one'],
      ['two', '2'],
      ['-- three', '++ 3'],
    ])
  })

  it('are empty when there is nothing', () => expect(parsePatch('')).toEqual([]))
})
