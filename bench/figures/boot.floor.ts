/** The least that any daemon must do to know its live agents: open the database, read their rows. Usage: boot.floor.ts DB COUNT */
import Database from 'better-sqlite3'

const db = new Database(process.argv[2] ?? '', { fileMustExist: true })
const rows = db.prepare("SELECT * FROM launch INDEXED BY launch_open WHERE state <> 'exited'").all()
if (rows.length !== Number(process.argv[3]))
  throw new Error(`${rows.length} live launches instead of ${process.argv[3]}`)
db.close()
