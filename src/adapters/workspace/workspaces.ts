/**
 * Owns the port: repositories, workspaces and snapshots by way of the git binary. Opens git in the right directory, puts
 * work on a repository's shared parts in its queue, and hands over to the files beside it.
 */

import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DroverError } from '#contract/error'
import type { RepositoryFacts, Workspaces, WorktreeRequest } from '#ports/workspace'
import * as branches from './branches.ts'
import { shown, splitNul } from './byte-path.ts'
import { changedFiles, diffView } from './diff.ts'
import { dropSnapshots } from './drop-snapshots.ts'
import { excludePaths } from './exclude.ts'
import { fileContent } from './file-content.ts'
import { createGit, type GitOptions, type Log, type Repo } from './git.ts'
import { createKnownTrees } from './known-trees.ts'
import { appendSummary, commitsBetween, follow, putBack } from './lane-tree.ts'
import { removeOrphan } from './orphan.ts'
import { createPlacer, settled } from './place.ts'
import { createQueue } from './queue.ts'
import { recoverIntoTree, recoverToDirectory } from './recover.ts'
import * as repository from './repository.ts'
import { lookAndSave } from './snapshot.ts'
import { openTree } from './strayed.ts'
import { describeSnapshot, dropBroken, releasePacks, standingSnapshots, surveySnapshots } from './survey.ts'
import { noTree, stateOf } from './tree-state.ts'
import * as worktree from './worktree.ts'

export interface WorkspacesOptions {
  readonly log?: Log
  /** The word of this home in the names of its snapshot refs. */
  readonly home?: string
  /** Marks git's processes as this home's. */
  readonly mark?: Readonly<Record<string, string>>
  /** Default: `git` from PATH. */
  readonly gitPath?: string
  /** Where an operation keeps files for its time. Default: the system's directory for such files. */
  readonly temp?: string
  readonly timeouts?: {
    /** An ordinary call. Default 60 s. */
    readonly callMs?: number
    /** Filling a work tree. Default 15 min. */
    readonly checkoutMs?: number
    /** The best-effort fetch. Default 10 s. */
    readonly fetchMs?: number
  }
  readonly credentials?: GitOptions['credentials']
}

/** Where the caller names no limit: larger files are told, not read. */
const defaultMaxFile = 50 * 1024 * 1024

const silent: Log = { debug: () => {}, warn: () => {} }

/** A full disk, missing rights or a refusal of git on the way: told as one thing, with its cause. */
const asSnapshotFailure =
  (what: string) =>
  (cause: unknown): never => {
    if (cause instanceof DroverError && cause.code !== 'GIT_FAILED') throw cause
    const system = cause instanceof Error && 'code' in cause
    if (!system) throw cause
    throw new DroverError('SNAPSHOT_FAILED', `${what}: ${cause.message}`, {
      hint: 'Check free space and rights, then try again. Nothing was removed.',
      cause,
    })
  }

export function createWorkspaces(options: WorkspacesOptions = {}): Workspaces {
  const log = options.log ?? silent
  const home = options.home ?? 'nohome00'
  const { callMs = 60_000, checkoutMs = 15 * 60_000, fetchMs = 10_000 } = options.timeouts ?? {}
  const marked = { credentials: options.credentials, ...(options.mark === undefined ? {} : { mark: options.mark }) }
  const git = createGit({ gitPath: options.gitPath ?? 'git', log, callMs, temp: options.temp ?? tmpdir(), ...marked })
  const queue = createQueue()
  const trees = createKnownTrees()
  const fetching = new Map<string, Promise<boolean>>()

  const open = async (path: string) => {
    const repo = await git.at(path)
    return { repo, places: await repository.placesOf(repo) }
  }

  /** git at the top of a work tree. */
  const tree = async (path: string, repoPath: string | null = null): Promise<Repo> => {
    if (!(await worktree.isThere(path))) {
      throw new DroverError('INVALID_PATH', `the workspace ${path} does not exist`, {
        hint: 'Restore the session to get its workspace back.',
      })
    }
    return openTree(git.at, path, repoPath)
  }

  const make = async (request: WorktreeRequest): Promise<void> => {
    const path = await settled(request.path)
    const { repo, places } = await open(request.repoPath)
    const settledRequest = { ...request, path }
    await queue.run(places.commonDir, () => worktree.register(repo, places.commonDir, settledRequest))
    try {
      await worktree.populate(repo.sibling(path), checkoutMs)
    } catch (error) {
      const undo = { path, branch: request.branch, madeBranch: request.newBranch, base: request.base }
      await queue.run(places.commonDir, () => worktree.discardWorktree(repo, places.commonDir, undo))
      throw error
    }
  }

  /** One fetch per repository at a time; whoever asks meanwhile shares it. */
  const fetchOnce = (repo: Repo, commonDir: string): Promise<boolean> => {
    const running = fetching.get(commonDir)
    if (running !== undefined) return running
    const mine = repository.fetchOrigin(repo, fetchMs).finally(() => fetching.delete(commonDir))
    fetching.set(commonDir, mine)
    return mine
  }

  return {
    async inspect(path): Promise<RepositoryFacts> {
      const repo = await git.at(await repository.requireDirectory(path), { discover: true })
      const top = await git.at(await repository.requireWorkTree(repo))
      const places = await repository.placesOf(top)
      const [head, remote] = await Promise.all([
        repository.commitOf(top, 'HEAD'),
        repository.commitOf(top, 'refs/remotes/origin/HEAD'),
      ])
      if (head === null && remote === null) {
        throw new DroverError('PROJECT_UNBORN', `${places.top} has no commit yet`, {
          hint: 'Commit once (an empty commit will do), then add it again.',
        })
      }
      await repository.refuseGitCrypt(top, places)
      return repository.factsOf(top, places)
    },

    async refresh(repoPath) {
      try {
        const { repo, places } = await open(repoPath)
        await fetchOnce(repo, places.commonDir).catch((error: unknown) =>
          log.warn('the repository could not be refreshed from its origin', { repoPath, error: String(error) }),
        )
        return await repository.factsOf(repo, places)
      } catch (error) {
        // Best effort by contract: the spawn goes on with what is known.
        log.warn('the repository could not be looked at', { repoPath, error: String(error) })
        return null
      }
    },

    async resolveBase(repoPath, ref) {
      return repository.resolveBase(await git.at(repoPath), ref)
    },

    async checkBranch(repoPath, branch) {
      const { repo, places } = await open(repoPath)
      return repository.checkBranch(repo, places.commonDir, branch)
    },

    create: make,

    async createScratch(path) {
      await worktree.makeScratchDirectory(path)
      try {
        await worktree.initScratch(await git.at(path))
      } catch (error) {
        await worktree.deleteTree(path)
        throw error
      }
    },

    async place(request) {
      const wanted = request.link.length + request.copy.length + (request.files?.length ?? 0)
      if (wanted === 0 && !(await worktree.isThere(`${request.repoPath}/.worktreeinclude`))) return
      const { repo, places } = await open(request.repoPath)
      const placer = createPlacer(repo, await realpath(places.top), await tree(request.path), log)
      const exclude = await placer.place(request)
      await queue.run(places.commonDir, () => excludePaths(places.commonDir, exclude))
    },

    async discard(request) {
      const path = await settled(request.path)
      if (request.repoPath === null) {
        if (await worktree.isThere(path)) await worktree.discardScratch(await git.at(path))
        return
      }
      const { repo, places } = await open(request.repoPath)
      await queue.run(places.commonDir, () => worktree.discardWorktree(repo, places.commonDir, { ...request, path }))
    },

    async state(path, repoPath = null) {
      if ((await realpath(path).catch(() => null)) === null) return noTree
      const found = await openTree(git.at, path, repoPath)
      if (found.places === null && !(await worktree.isThere(`${found.cwd}/.git`))) return noTree
      return stateOf(found)
    },

    async remove(request) {
      const path = await settled(request.path)
      if (request.repoPath === null) {
        if (await worktree.isThere(path)) await worktree.removeScratch(await git.at(path))
        return
      }
      const { repo, places } = await open(request.repoPath)
      await queue.run(places.commonDir, () => worktree.removeWorktree(repo, places.commonDir, path))
    },

    async deleteBranchIfContained(request) {
      const { repo, places } = await open(request.repoPath)
      const dry = request.dryWithout === undefined ? {} : { dryWithout: await settled(request.dryWithout) }
      return queue.run(places.commonDir, () => worktree.deleteBranchIfContained(repo, places, { ...request, ...dry }))
    },

    async readd(request) {
      const path = await settled(request.path)
      const { repo, places } = await open(request.repoPath)
      const known = (await repository.listWorktrees(repo)).find((candidate) => candidate.path === path)
      const there = await worktree.isThere(path)
      if (there && known?.branch === request.branch) return
      const kind = await repository.checkBranch(repo, places.commonDir, request.branch)
      if (kind === 'new' && request.base === undefined) {
        throw new DroverError('BASE_REF_NOT_FOUND', `the branch ${request.branch} does not exist any more`, {
          hint: 'Name a commit to start it from.',
        })
      }
      if (!there && known?.branch === request.branch) {
        const again = async (): Promise<boolean> => {
          if (kind === 'new') await worktree.startBranch(repo, request.branch, request.base ?? '')
          return worktree.relink(repo, places.commonDir, path, checkoutMs)
        }
        if (await queue.run(places.commonDir, again)) return
      }
      if (!there && known !== undefined) {
        await queue.run(places.commonDir, () => worktree.removeWorktree(repo, places.commonDir, path))
      }
      await make({ ...request, base: request.base ?? '', newBranch: kind === 'new' })
    },

    async removeOrphan(request) {
      const path = await settled(request.path)
      const { repo, places } = await open(request.repoPath)
      return queue.run(places.commonDir, () => removeOrphan(repo, places, { ...request, path }))
    },

    async usedNumbers(repoPath, projectId) {
      return repository.usedNumbers(await git.at(repoPath), projectId)
    },

    async listWorktrees(repoPath) {
      return repository.listWorktrees(await git.at(repoPath))
    },

    async snapshot(request) {
      const work = await tree(request.path, request.repoPath)
      const failed = asSnapshotFailure(`${request.path} could not be saved`)
      return (await lookAndSave(work, home, request, { trees }).catch(failed)).made
    },

    async saveAndCount({ base, ...request }) {
      const work = await tree(request.path, request.repoPath)
      const failed = asSnapshotFailure(`${request.path} could not be saved`)
      return lookAndSave(work, home, request, { trees, countFrom: base }).catch(failed)
    },

    async recover(request) {
      const store = await git.at(request.repoPath)
      const failed = asSnapshotFailure(`the snapshot could not be written to ${request.to}`)
      if (request.intoWorktree) {
        const work = await tree(request.to, request.repoPath)
        return recoverIntoTree(work, store, request.commit, request.maxFileBytes ?? defaultMaxFile).catch(failed)
      }
      return recoverToDirectory(store, request.commit, await settled(request.to)).catch(failed)
    },

    async pruneSnapshots(repoPath, snapshots) {
      await dropSnapshots(await git.at(repoPath), home, snapshots)
    },

    async surveySnapshots(repoPath, known) {
      return surveySnapshots(await git.at(repoPath), home, known)
    },

    async standingSnapshots(repoPath, names) {
      return standingSnapshots(await git.at(repoPath), home, names)
    },

    async describeSnapshot(repoPath, commit) {
      return describeSnapshot(await git.at(repoPath), commit)
    },

    async dropBrokenSnapshots(repoPath, refs) {
      const { repo, places } = await open(repoPath)
      await dropBroken(repo, refs)
      await releasePacks(places.commonDir, home, Date.now())
    },

    async diff(request) {
      return diffView(await tree(request.path, request.repoPath), { maxFileBytes: defaultMaxFile, ...request })
    },

    async content({ path, repoPath, ...request }) {
      return fileContent(await tree(path, repoPath), request)
    },

    async files(request) {
      return changedFiles(
        await tree(request.path, request.repoPath),
        request.base,
        request.maxFileBytes ?? defaultMaxFile,
      )
    },

    async paths(request) {
      const repo = await tree(request.path, request.repoPath)
      const { stdout } = await repo.run([
        'ls-files',
        '--cached',
        '--others',
        '--exclude-standard',
        '--deduplicate',
        '-z',
      ])
      return splitNul(stdout).flatMap((path) => (path.endsWith('/') ? [] : [shown(path)]))
    },

    async startBranch({ repoPath, branch, base }) {
      const { repo, places } = await open(repoPath)
      await queue.run(places.commonDir, () => worktree.startBranch(repo, branch, base))
    },

    async adoptBranch({ repoPath, ...request }) {
      const { repo, places } = await open(repoPath)
      return queue.run(places.commonDir, () => branches.adoptBranch(repo, places.commonDir, request))
    },
    switchTo: async ({ path, branch }) => branches.switchTo(await tree(path), branch),
    branchOff: async ({ path, branch }) => branches.branchOff(await tree(path), branch),
    async dropAdopted({ repoPath, branch, commit }) {
      const { repo, places } = await open(repoPath)
      await queue.run(places.commonDir, () => branches.dropAdopted(repo, places.commonDir, branch, commit))
    },
    putBack: async ({ path, ...request }) => putBack(await tree(path), request),
    follow: async ({ path, commit }) => follow(await tree(path), commit),
    commits: async ({ path, ...request }) => commitsBetween(await tree(path), request),

    async addSummary(repoPath, line) {
      const { repo, places } = await open(repoPath)
      await queue.run(places.commonDir, () => appendSummary(repo, places, line))
    },

    async mergeBase(path, base, repoPath = null) {
      return repository.mergeBase(await tree(path, repoPath), base)
    },

    async commitAt(path, name, repoPath = null) {
      return name.startsWith('-') ? null : repository.commitOf(await tree(path, repoPath), name)
    },
  }
}
