/** Types of npm-environment.mjs, for the tests. */
export declare function npmEnvironment(
  env?: Readonly<Record<string, string | undefined>>,
  nodeModules?: string,
): Record<string, string>
