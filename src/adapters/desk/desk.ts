/** Sockets and programs of this machine, for `ports/desk`. What may be started is decided elsewhere. */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Desk } from '#ports/desk'

/** A program that fails does so at once; one that lives longer has opened. */
const failsWithinMs = 1500

export const createDesk = (): Desk => ({
  async listens(port) {
    const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => answersAt(host, port)))
    return answers.includes(true)
  },
  open(argv) {
    const [program = '', ...words] = argv
    return new Promise((done, fail) => {
      const child = spawn(program, words, { detached: true, stdio: 'ignore' })
      const patience = setTimeout(() => done(), failsWithinMs)
      const end = (act: () => void): void => {
        clearTimeout(patience)
        act()
      }
      child.once('error', (cause) => end(() => fail(cause)))
      child.once('exit', (code, signal) =>
        end(() => (code === 0 ? done() : fail(new Error(`it ended with ${signal ?? code}`)))),
      )
      child.unref()
    })
  },
})

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 500 })
    const end = (answer: boolean): void => {
      socket.destroy()
      done(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
