/** Where a person called the command. `npm run drover --prefix <checkout>` runs it in the checkout and says so; nobody else does. */
import { join } from 'node:path'

export const calledFrom = (env: NodeJS.ProcessEnv, root: string, cwd: () => string): string =>
  env.npm_lifecycle_event === 'drover' && env.npm_package_json === join(root, 'package.json') && env.INIT_CWD
    ? env.INIT_CWD
    : cwd()
