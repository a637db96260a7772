import { isStorableText } from '@pathlight/stores/storable-text.ts'
import { checkFieldName } from './document-rules.ts'
import type { Condition, CountBounds, Document, FindOptions, Range, Scalar, Where } from './read-model-store.ts'

/**
 * A checked condition on one field, which each engine translates for its store. The operator `in` has a list of values,
 * all other operators have one value.
 */
export type Comparison = {
  readonly field: string
  readonly operator: 'eq' | 'in' | keyof Range
  readonly values: readonly Scalar[]
}
const RANGES = new Set(['gt', 'gte', 'lt', 'lte'])

/**
 * The comparisons of a `where`. Null if a condition names only strings that no document can have. Throws a TypeError on
 * an invalid condition, so that no object of a caller becomes an operator of the store.
 */
export function comparisonsOf<D extends Document>(where: Where<D> = {}): readonly Comparison[] | null {
  const comparisons: Comparison[] = []
  for (const [field, condition] of Object.entries<Condition | undefined>(where)) {
    if (condition === undefined) continue
    checkFieldName(field)
    const isScalar = typeof condition !== 'object' || condition === null
    const tests: [string, unknown][] = isScalar ? [['eq', condition]] : Object.entries(condition)
    for (const [operator, value] of tests) {
      if (value === undefined) continue
      const values: unknown[] = operator === 'in' && Array.isArray(value) ? value : [value]
      const isRange = RANGES.has(operator)
      const fine = (isScalar || isRange || Array.isArray(value)) && values.every((one) => isComparable(one, isRange))
      if (!fine || (!isScalar && !isRange && operator !== 'in'))
        throw new TypeError(`${field} cannot be compared so: ${JSON.stringify(condition)}`)
      const possible = values.filter((one) => typeof one !== 'string' || isStorableText(one))
      if (possible.length === 0) return null
      // A list of one value becomes 'eq', because for 'eq' an index returns the documents in the order of their ids.
      const one = operator === 'in' && possible.length === 1
      comparisons.push({ field, operator: one ? 'eq' : operator, values: possible } as Comparison)
    }
  }
  return comparisons
}

const isComparable = (value: unknown, inRange: boolean): value is Scalar =>
  typeof value === 'string' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (!inRange && (typeof value === 'boolean' || value === null))

/** The options of `find` after the check. */
export type Query<D> = {
  readonly comparisons: readonly Comparison[]
  readonly sort: NonNullable<FindOptions<D>['sort']>
  /** The direction in which documents that are equal under `sort` are sorted by their ids. */
  readonly byId: 'asc' | 'desc'
  readonly limit: number | null
  /** The id after which the documents begin. Null: from the first document. */
  readonly after: string | null
}

/**
 * Checks the options of `find`. Null if the result is certainly empty. Throws a TypeError on an invalid condition, sort
 * field or limit.
 */
export function queryOf<D extends Document>({ where, sort = [], limit, after }: FindOptions<D>): Query<D> | null {
  for (const [field, direction] of sort) {
    checkFieldName(field)
    if (direction !== 'asc' && direction !== 'desc')
      throw new TypeError(`'${direction}' is no direction to sort ${field} by`)
  }
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 0))
    throw new TypeError(`limit must be a whole number from 0, not ${limit}`)
  const comparisons = comparisonsOf(where)
  if (comparisons === null || limit === 0) return null
  return { comparisons, sort, byId: sort.at(-1)?.[1] ?? 'asc', limit: limit ?? null, after: after ?? null }
}

/** Checks the query of a count. Null if the count is certainly 0. Throws a TypeError on invalid bounds. */
export const countOf = <D extends Document>(where?: Where<D>, bounds?: CountBounds<D>): Query<D> | null => {
  if (bounds === undefined) return queryOf({ ...(where && { where }) })
  const { most, sort = [] } = bounds
  if (!Number.isSafeInteger(most) || most < 1)
    throw new TypeError(`A count goes to a whole number from 1, not to ${most}`)
  return queryOf({ ...(where && { where }), sort, limit: most })
}
