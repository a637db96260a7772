import type pg from 'pg'

/** A query in the form of the driver pg. */
export type AskedQuery = { readonly text: string; readonly values?: unknown[] }

/** Wraps a pool, so that `asked` records its queries. */
export const listeningPool = (pool: pg.Pool): { readonly pool: pg.Pool; readonly asked: AskedQuery[] } => {
  const asked: AskedQuery[] = []
  const listening = new Proxy(pool, {
    get: (target, key) =>
      key === 'query'
        ? (query: AskedQuery) => {
            asked.push(query)
            return target.query(query as pg.QueryConfig)
          }
        : Reflect.get(target, key),
  })
  return { pool: listening, asked }
}

/** A step of PostgreSQL's executed plan. */
type Plan = {
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
  readonly Plans?: readonly Plan[]
}
const passedOver = ({ 'Rows Removed by Filter': removed = 0, Plans = [] }: Plan): number =>
  Plans.reduce((sum, plan) => sum + passedOver(plan), removed)

const most = ({ 'Actual Rows': rows, Plans = [] }: Plan): number => Math.max(rows, ...Plans.map(most))

const planOf = async (pool: pg.Pool, { text, values = [] }: AskedQuery): Promise<Plan> => {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
  return rows[0]['QUERY PLAN'][0].Plan
}

/** The number of rows that PostgreSQL reads for a query and then removes by a filter. */
export const rowsPassedOver = async (pool: pg.Pool, query: AskedQuery): Promise<number> =>
  passedOver(await planOf(pool, query))

/** The largest number of rows in a step of PostgreSQL's plan. In a sort, all sorted rows count. */
export const rowsTaken = async (pool: pg.Pool, query: AskedQuery): Promise<number> => most(await planOf(pool, query))
