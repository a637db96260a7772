import type { Counts } from '@pathlight/identity/counts.ts'
import type { PostgresParts } from './parts.ts'

type Parts = Pick<PostgresParts, 'query' | 'now' | 'inMs'>

/** Counts in PostgreSQL: each is one row, and taking from it one statement. */
export const postgresCounts = ({ query, now, inMs }: Parts): Counts => ({
  async take({ name, max, windowMs, amount = 1, by = null }) {
    if (amount > max) return { taken: false, retryAfterMs: windowMs }
    const countedBefore = 'SELECT FROM identity.counts WHERE name = $1 AND until > $2 AND $3 = ANY(by)'
    if (by !== null && (await query(countedBefore, [name, now(), by])).length > 0) return { taken: true }
    const taken = await query(
      `INSERT INTO identity.counts AS c (name, count, until, by) VALUES ($1, $5, $2, array_remove(ARRAY[$6::text], NULL))
       ON CONFLICT (name) DO UPDATE SET
         count = CASE WHEN c.until > $3 THEN c.count + $5 ELSE $5 END,
         until = CASE WHEN c.until > $3 THEN c.until ELSE excluded.until END,
         by = CASE WHEN c.until > $3 THEN c.by || excluded.by ELSE excluded.by END
       WHERE c.until <= $3 OR c.count + $5 <= $4
       RETURNING 1`,
      [name, inMs(windowMs), now(), max, amount, by],
    )
    if (taken.length === 1) return { taken: true }
    const [full] = await query<{ until: Date }>('SELECT until FROM identity.counts WHERE name = $1', [name])
    return { taken: false, retryAfterMs: Math.max(1, (full?.until.getTime() ?? 0) - now().getTime()) }
  },
  async giveBack(name) {
    await query('UPDATE identity.counts SET count = count - 1 WHERE name = $1 AND count > 0 AND until > $2', [
      name,
      now(),
    ])
  },
})
