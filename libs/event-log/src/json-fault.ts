import { isStorableText } from '@pathlight/stores/storable-text.ts'

/** Rules for a value in addition to those of JSON. */
export type JsonRules = {
  readonly maxDepth: number
  /** The keys that a store accepts. Default: all. */
  readonly keys?: RegExp
  readonly refusesListsInLists?: true
}

const UNSTORABLE = 'holds a NUL character or half of a surrogate pair'

/**
 * Searches a value for the first part that a store could not give back unchanged, or that breaks a rule. Returns a
 * sentence about this part, or null if there is none. Stores do not give back: NaN and infinity, undefined in a list or
 * at the top, bigints, functions, symbols, objects of a class (Date, Map), cycles, and text that is not storable.
 * Undefined properties are no fault, because JSON omits them.
 */
export function jsonFault(value: unknown, name: string, rules: JsonRules, depth = 0): string | null {
  switch (typeof value) {
    case 'string':
      return isStorableText(value) ? null : `${name} ${UNSTORABLE}`
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) ? null : `${name} is ${value}, which JSON cannot hold`
    case 'object':
      break
    default:
      return `${name} is a ${typeof value}, which JSON cannot hold`
  }
  if (value === null) return null
  if (depth > rules.maxDepth) return `${name} is nested deeper than ${rules.maxDepth} levels, or in a circle`
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      if (rules.refusesListsInLists && Array.isArray(value[index]))
        return `${name}[${index}] is a list in a list: put an object between them`
      const fault = jsonFault(value[index], `[${index}]`, rules, depth + 1)
      if (fault !== null) return `${name}${fault}`
    }
    return null
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    return `${name} is a ${value.constructor.name}, which JSON does not give back`
  // Unlike Object.keys, this loop makes no list of keys for each of thousands of objects.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    const child = (value as Record<string, unknown>)[key]
    if (!isStorableText(key)) return `${name} has a key that ${UNSTORABLE}`
    if (child === undefined) continue
    if (rules.keys?.test(key) === false) return `${name} has the key ${JSON.stringify(key)}`
    const fault = jsonFault(child, key, rules, depth + 1)
    if (fault !== null) return `${name}.${fault}`
  }
  return null
}
