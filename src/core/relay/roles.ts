/** What a role's name means where the project says nothing of its own. */
const texts: Readonly<Record<string, string>> = {
  planner:
    'You plan; you do not implement. Read what is there, then break the work into tasks small enough to be done and verified one by one, and report them as follow-ups in their order.',
  executor: 'You implement exactly what the task asks for, with the tests that prove it, and nothing beside it.',
  builder: 'You implement exactly what the task asks for, with the tests that prove it, and nothing beside it.',
  reviewer:
    'You review; you change nothing. Read the change and the code around it, run what can be run, and report what is wrong, most serious first, with file and line.',
  tester: 'You test: write and run tests for what the task names, and report what fails and how to see it.',
  fixer: 'You mend one defect: make it fail in a test first, mend the cause, and show that the test passes.',
}

export const builtInRole = (role: string): string | null => (Object.hasOwn(texts, role) ? texts[role]! : null)
