import { isStorableText } from '@pathlight/stores/storable-text.ts'
import { checkFieldName } from './document-rules.ts'
import type { Condition, Document, FindOptions, Where } from './read-model-store.ts'

export type Scalar = string | number | boolean | null
/** One test of one field, checked: the engines only have to spell it. */
export type Comparison = { readonly field: string } & (
  | { readonly operator: 'eq'; readonly value: Scalar }
  | { readonly operator: 'in'; readonly value: readonly (string | number)[] }
  | { readonly operator: RangeOperator; readonly value: string | number }
)
type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte'
const RANGE_OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'] satisfies RangeOperator[]

/**
 * The comparisons a `where` asks for; null when nothing can meet them (a string no document can hold). Throws a
 * TypeError on a condition that is none, so that an object from a careless caller never becomes an engine's operator.
 */
export function comparisonsOf<D extends Document>(where: Where<D> = {}): readonly Comparison[] | null {
  const comparisons: Comparison[] = []
  for (const [field, condition] of Object.entries<Condition | undefined>(where)) {
    if (condition === undefined) continue
    checkFieldName(field)
    for (const comparison of comparisonsOfField(field, condition)) {
      const values = Array.isArray(comparison.value) ? comparison.value : [comparison.value]
      for (const value of values) checkScalar(field, value)
      if (comparison.operator === 'in') {
        const value = comparison.value.filter((one) => typeof one !== 'string' || isStorableText(one))
        if (value.length === 0) return null
        comparisons.push({ field, operator: 'in', value })
      } else {
        if (typeof comparison.value === 'string' && !isStorableText(comparison.value)) return null
        comparisons.push(comparison)
      }
    }
  }
  return comparisons
}

function comparisonsOfField(field: string, condition: Condition): Comparison[] {
  if (typeof condition !== 'object' || condition === null) return [{ field, operator: 'eq', value: condition }]
  if ('in' in condition) {
    if (!Array.isArray(condition.in)) throw new TypeError(`'in' for ${field} needs a list`)
    return [{ field, operator: 'in', value: condition.in }]
  }
  return Object.entries(condition)
    .filter(([, value]) => value !== undefined)
    .map(([operator, value]) => {
      if (!RANGE_OPERATORS.includes(operator)) throw new TypeError(`'${operator}' for ${field} is no comparison`)
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new TypeError(`A range of ${field} needs strings or numbers`)
      return { field, operator: operator as RangeOperator, value }
    })
}

function checkScalar(field: string, value: unknown): void {
  const fine =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  if (!fine) throw new TypeError(`A condition for ${field} needs a string, a finite number, a boolean or null`)
}

/** Throws a TypeError on a sort field or limit that is none. */
export function checkOrder<D extends Document>({ sort = [], limit = 0 }: FindOptions<D>): void {
  for (const [field, direction] of sort) {
    checkFieldName(field)
    if (direction !== 'asc' && direction !== 'desc')
      throw new TypeError(`'${direction}' is no direction to sort ${field} by`)
  }
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new TypeError(`limit must be a whole number from 0, not ${limit}`)
}
