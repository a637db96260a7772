/** PostgreSQL's code for a missing privilege: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const MAY_NOT = '42501'

/**
 * Rewrites the tables of accounts, mailed links and imports, and discards the database's log segments, so that no file
 * has the tables' old content.
 */
export const cutOff = async (query: (text: string) => Promise<unknown>): Promise<void> => {
  for (const table of ['users', 'email_links', 'imports']) await query(`VACUUM FULL identity.${table}`)
  try {
    // A checkpoint makes the older log segments unnecessary. The next checkpoint deletes them.
    await query('CHECKPOINT')
    await query('SELECT pg_switch_wal()')
    await query('CHECKPOINT')
  } catch (error) {
    // A database of the operator's own does not allow this. Its log is the operator's responsibility:
    // docs/operations.md.
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    if (code !== MAY_NOT) throw error
  }
}
