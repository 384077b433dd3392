import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more begin first: at the end the others would wait for them. */
const longest =
  /\/(smoke|fault-points-merge|fault-points-train|cockpit-persona|mail|trips-corners|terminals|terminal-ends)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** A wait that never ends fails with what it waited for. */
const setupFiles = ['test/support/awaited.setup.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          // Nothing in these files keeps state of its own: one worker loads what many of them need once.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'test/architecture.test.ts',
            'test/must-never.test.ts',
            'test/relay-ids.test.ts',
            'test/predecessor-names.test.ts',
            'test/coordination-ids.test.ts',
            'test/trip-names.test.ts',
            'bench/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        // Apart from the unit tests, which are run all the time: it takes a minute of its own.
        test: {
          name: 'simulation',
          setupFiles,
          isolate: false,
          include: ['test/simulation/**/*.test.ts'],
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles,
          include: ['test/integration/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles,
          include: ['test/e2e/**/*.test.ts', 'test/crash/**/*.test.ts', 'test/fuzz/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One more than CI has cores: more than half of their time they wait for processes to speak.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'live',
          setupFiles,
          include: ['test/live/**/*.live.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
