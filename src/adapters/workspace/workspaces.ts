/**
 * Owns the port: repositories, workspaces and snapshots by way of the git binary. Opens git in the right directory, puts
 * work on a repository's shared parts in its queue, and hands over to the files beside it.
 */

import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DroverError } from '#contract/error'
import type { RepositoryFacts, Workspaces, WorktreeRequest } from '#ports/workspace'
import { changedFiles, diffView } from './diff.ts'
import { excludePaths } from './exclude.ts'
import { createGit, type Log, type Repo } from './git.ts'
import { createPlacer, settled } from './place.ts'
import { createQueue } from './queue.ts'
import { recoverIntoTree, recoverToDirectory } from './recover.ts'
import * as repository from './repository.ts'
import { dropSnapshots, takeSnapshot } from './snapshot.ts'
import { noTree, stateOf } from './tree-state.ts'
import * as worktree from './worktree.ts'

export interface WorkspacesOptions {
  readonly log?: Log
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
}

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
  const { callMs = 60_000, checkoutMs = 15 * 60_000, fetchMs = 10_000 } = options.timeouts ?? {}
  const git = createGit({ gitPath: options.gitPath ?? 'git', log, callMs, temp: options.temp ?? tmpdir() })
  const queue = createQueue()
  const fetching = new Map<string, Promise<boolean>>()

  const open = async (path: string) => {
    const repo = await git.at(path)
    return { repo, places: await repository.placesOf(repo) }
  }

  /** git at the top of a work tree. */
  const tree = async (path: string): Promise<Repo> => {
    if (!(await worktree.isThere(path))) {
      throw new DroverError('INVALID_PATH', `the workspace ${path} does not exist`, {
        hint: 'Restore the session to get its workspace back.',
      })
    }
    return git.at(await realpath(path))
  }

  const make = async (request: WorktreeRequest): Promise<void> => {
    const path = await settled(request.path)
    const { repo, places } = await open(request.repoPath)
    const settledRequest = { ...request, path }
    await queue.run(places.commonDir, () => worktree.register(repo, settledRequest))
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

    async state(path) {
      const real = await realpath(path).catch(() => null)
      if (real === null || !(await worktree.isThere(`${real}/.git`))) return noTree
      return stateOf(await git.at(real))
    },

    async remove(request) {
      const path = await settled(request.path)
      if (request.repoPath === null) {
        if (await worktree.isThere(path)) await worktree.removeScratch(await git.at(path))
        return
      }
      const { repo, places } = await open(request.repoPath)
      await queue.run(places.commonDir, () => worktree.removeWorktree(repo, path))
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
      if (!there && known !== undefined) {
        await queue.run(places.commonDir, () => worktree.removeWorktree(repo, path))
      }
      const kind = await repository.checkBranch(repo, places.commonDir, request.branch)
      if (kind === 'new' && request.base === undefined) {
        throw new DroverError('BASE_REF_NOT_FOUND', `the branch ${request.branch} does not exist any more`, {
          hint: 'Name a commit to start it from.',
        })
      }
      await make({ ...request, base: request.base ?? '', newBranch: kind === 'new' })
    },

    async listWorktrees(repoPath) {
      return repository.listWorktrees(await git.at(repoPath))
    },

    async snapshot(request) {
      const work = await tree(request.path)
      return takeSnapshot(work, request).catch(asSnapshotFailure(`${request.path} could not be saved`))
    },

    async recover(request) {
      const store = await git.at(request.repoPath)
      const failed = asSnapshotFailure(`the snapshot could not be written to ${request.to}`)
      if (request.intoWorktree) {
        const work = await tree(request.to)
        const files = await recoverIntoTree(work, store, request.commit).catch(failed)
        return { files }
      }
      const files = await recoverToDirectory(store, request.commit, await settled(request.to)).catch(failed)
      return { files }
    },

    async pruneSnapshots(repoPath, refs) {
      await dropSnapshots(await git.at(repoPath), refs)
    },

    async diff(request) {
      return diffView(await tree(request.path), request)
    },

    async files(request) {
      return changedFiles(await tree(request.path), request.base)
    },

    async mergeBase(path, base) {
      return repository.mergeBase(await tree(path), base)
    },
  }
}
