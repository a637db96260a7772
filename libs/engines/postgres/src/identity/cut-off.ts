/** PostgreSQL's code for a missing privilege: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const MAY_NOT = '42501'

/**
 * Rewrites the tables of accounts, mailed links and imports, and discards the old segments of the database's
 * write-ahead log, so that no file has the tables' old content.
 */
export const cutOff = async (query: (text: string) => Promise<unknown>): Promise<void> => {
  for (const table of ['users', 'email_links', 'imports']) await query(`VACUUM FULL identity.${table}`)
  try {
    // The first checkpoint makes the segments before the current one unnecessary. The switch starts a new segment, so
    // the second checkpoint makes the one that was current unnecessary, too.
    await query('CHECKPOINT')
    await query('SELECT pg_switch_wal()')
    await query('CHECKPOINT')
  } catch (error) {
    // The database of an operator may not allow these statements. Its write-ahead log is then the operator's
    // responsibility (docs/operations.md).
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    if (code !== MAY_NOT) throw error
  }
}
