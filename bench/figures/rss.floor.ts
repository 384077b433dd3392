/** `node` with the same driver loaded and a database open; stays until its standard input ends. */
import Database from 'better-sqlite3'

const db = new Database(':memory:')
db.exec('CREATE TABLE one (n INTEGER)')
process.stdout.write('here\n')
process.stdin.resume().on('end', () => {
  db.close()
  process.exit(0)
})
