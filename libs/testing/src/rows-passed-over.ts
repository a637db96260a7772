import type pg from 'pg'

/** A query, as the driver takes it. */
export type AskedQuery = { readonly text: string; readonly values?: unknown[] }

/** The same pool, and what is asked of it from now on. */
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

/** What PostgreSQL did, from the root of its plan. */
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

/** How many rows PostgreSQL fetches for a query in vain: those that it then finds not to match. */
export const rowsPassedOver = async (pool: pg.Pool, query: AskedQuery): Promise<number> =>
  passedOver(await planOf(pool, query))

/** The most rows that a step of PostgreSQL's plan for a query takes: where it sorts, all that it sorts. */
export const rowsTaken = async (pool: pg.Pool, query: AskedQuery): Promise<number> => most(await planOf(pool, query))
