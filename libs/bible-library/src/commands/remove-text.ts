import { existsSync } from 'node:fs'
import { BUILT_IN_CODES } from '../built-in/build-built-in.ts'
import { CROSS_REFERENCES, dropCrossReferences } from '../cross-references/cross-references.ts'
import { removeVersion } from '../remove-version.ts'
import { inTransaction, openForWriting } from '../schema.ts'
import { complain, DONE, FAILED, file, say } from './terminal.ts'

/** The command `remove`: removes a version, or the cross-references. */
export const remove = (code: string): number => {
  if (code.toLowerCase() === CROSS_REFERENCES) return removeReferences()
  if (BUILT_IN_CODES.includes(code.toUpperCase())) {
    complain(`${code.toUpperCase()} comes with Pathlight and stays.`)
    return FAILED
  }
  if (!existsSync(file) || !removeVersion(file, code)) {
    complain(`There is no version ${code} here. See: npm run bible -- list`)
    return FAILED
  }
  say(`${code.toUpperCase()} is gone. Notes and highlights on it are kept.`)
  return DONE
}

const removeReferences = (): number => {
  const db = openForWriting(file)
  const wereThere = inTransaction(db, () => dropCrossReferences(db))
  db.close()
  if (wereThere) say('The cross-references are gone.')
  else complain('There are no cross-references here.')
  return wereThere ? DONE : FAILED
}
