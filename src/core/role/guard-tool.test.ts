/** The words of each CLI's hooks. */
import { expect, test } from 'vitest'
import { callsOf } from './guard-tool.ts'

const cwd = '/work/tree'
const patch =
  '*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n@@\n-x\n+y\n*** Add File: c.ts\n+z\n*** End Patch'

test.each([
  ['Bash', { command: 'ls' }, [{ tool: 'shell', command: 'ls', cwd }]],
  ['bash', '{"command":"ls"}', [{ tool: 'shell', command: 'ls', cwd }]],
  ['run_shell_command', { command: 'ls', directory: 'src' }, [{ tool: 'shell', command: 'ls', cwd: '/work/tree/src' }]],
  ['exec_command', { cmd: 'ls', workdir: '/tmp' }, [{ tool: 'shell', command: 'ls', cwd: '/tmp' }]],
  [
    'shell',
    { command: ['bash', '-lc', "echo 'a'"] },
    [{ tool: 'shell', command: `'bash' '-lc' 'echo '\\''a'\\'''`, cwd }],
  ],
  ['Monitor', { command: 'git push' }, [{ tool: 'shell', command: 'git push', cwd }]],
  ['SomethingNew', { command: 'git push' }, [{ tool: 'shell', command: 'git push', cwd }]],
  ['Write', { file_path: '/a', content: 'x' }, [{ tool: 'write', path: '/a', cwd }]],
  ['NotebookEdit', { notebook_path: 'n.ipynb' }, [{ tool: 'write', path: 'n.ipynb', cwd }]],
  ['edit', { filePath: 'a.ts' }, [{ tool: 'write', path: 'a.ts', cwd }]],
  ['str_replace_editor', { command: 'view', path: 'a.ts' }, [{ tool: 'other', name: 'str_replace_editor' }]],
  ['str_replace_editor', { command: 'create', path: 'a.ts' }, [{ tool: 'write', path: 'a.ts', cwd }]],
  ['apply_patch', { command: patch }, ['src/a.ts', 'src/b.ts', 'c.ts'].map((path) => ({ tool: 'write', path, cwd }))],
  ['patch', { patch: '--- a/x.ts\n+++ b/x.ts\n' }, ['x.ts', 'x.ts'].map((path) => ({ tool: 'write', path, cwd }))],
  ['Task', { prompt: 'x' }, [{ tool: 'subagent' }]],
  ['invoke_agent', {}, [{ tool: 'subagent' }]],
  ['Read', { file_path: '/etc/hosts' }, [{ tool: 'other', name: 'Read' }]],
  ['mcp__drover__mail_send', { to: 'x' }, [{ tool: 'other', name: 'mcp__drover__mail_send' }]],
  ['Write', {}, null],
  ['Bash', {}, null],
  ['Bash', 'not json', null],
  ['apply_patch', { command: 'nothing' }, null],
])('%s %j', (tool, input, expected) => {
  expect(callsOf({ tool, input, cwd })).toEqual(expected)
})
