import { isStorableText } from '@pathlight/stores/storable-text.ts'
import { type Document, InvalidDocument, type ReadModel } from './read-model-store.ts'

/** Nesting that MongoDB takes is 100 levels; our own envelope around a document uses a few of them. */
const MAX_DEPTH = 90
/** UTF-16 units of all keys and strings, plus 16 a value: as BSON less than MongoDB's 16 MB for a document. */
const MAX_UNITS = 4_000_000
const UNITS_OF_A_VALUE = 16
const MAX_ID_UNITS = 500
/** PostgreSQL's entry in an index takes 2,704 bytes at most. */
const MAX_INDEX_BYTES = 2_500
const NAME = /^[a-z][a-z0-9_]{0,47}$/
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** True when a document may have this id: 1 to 500 UTF-16 units, storable. No document has any other. */
export function isStorableId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_UNITS && isStorableText(id)
}

/** Throws a TypeError unless the name can be a read model's: it becomes part of a table's name. */
export function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new TypeError(`'${name}' is no name for a read model: use lower_snake_case, 48 characters at most`)
  }
}

/** Throws a TypeError unless the field can be filtered and sorted by: it becomes part of a query's text. */
export function checkFieldName(field: string): void {
  if (!FIELD_NAME.test(field)) {
    throw new TypeError(`'${field}' is no field to find by: letters, digits and underscore, 63 characters at most`)
  }
}

/**
 * Throws InvalidDocument when the engines would not all give the document back as it is: keys with '.' or a leading
 * '$' and lists in lists (FerretDB), NUL and lone surrogates (PostgreSQL), NaN, Infinity, undefined in a list, dates, bigints and other
 * objects of a class (JSON would change them silently), too deep, too large. Answers about how many characters it holds.
 */
export function checkDocument(collection: string, id: string, doc: Document): number {
  if (!isStorableId(id)) {
    const rule = `an id has 1 to ${MAX_ID_UNITS} characters, no NUL and no lone surrogate`
    throw new InvalidDocument(`Document '${id.toWellFormed().slice(0, MAX_ID_UNITS)}' of ${collection}: ${rule}`)
  }
  /** Where in the document the walk is: keys and, for lists, places. */
  const trail: (string | number)[] = []
  let units = 0
  const refuse = (why: string): never => {
    throw new InvalidDocument(`Document '${id}' of ${collection} cannot be kept: ${trail.join('/') || 'it'} ${why}`)
  }
  const visitAt = (place: string | number, value: unknown) => {
    trail.push(place)
    visit(value)
    trail.pop()
  }
  const visit = (value: unknown): void => {
    units += UNITS_OF_A_VALUE
    if (typeof value === 'string') {
      units += value.length
      if (!isStorableText(value)) refuse('has a NUL or a lone surrogate')
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(`is ${value}`)
    } else if (Array.isArray(value)) {
      if (typeof trail.at(-1) === 'number') refuse('is a list in a list: put an object between them')
      for (let i = 0; i < value.length; i++) visitAt(i, value[i])
    } else if (typeof value === 'object' && value !== null) {
      if (trail.length > MAX_DEPTH) refuse(`is nested deeper than ${MAX_DEPTH} levels`)
      const prototype = Object.getPrototypeOf(value)
      if (prototype !== Object.prototype && prototype !== null) {
        refuse(`is a ${prototype.constructor?.name ?? 'class'} object; a document is plain JSON`)
      }
      for (const key of Object.keys(value)) {
        const field = (value as Document)[key]
        if (field === undefined) continue
        units += key.length
        if (!isStorableKey(key)) refuse(`has the key ${JSON.stringify(key)}: keys are ${KEY_RULE}`)
        visitAt(key, field)
      }
    } else if (value !== null && typeof value !== 'boolean') {
      refuse(`is ${value === undefined ? 'undefined' : `a ${typeof value}`}, which JSON does not have`)
    }
  }
  visit(doc)
  if (units > MAX_UNITS) refuse(`is too large: about ${units} characters, more than ${MAX_UNITS}`)
  return units
}

/** Throws InvalidDocument when the fields of an index are too long for it. */
export function checkIndexed(model: ReadModel<Document>, id: string, doc: Document): void {
  for (const fields of model.indexes ?? []) {
    const texts = [id, ...fields.map((field) => doc[field])].filter((value) => typeof value === 'string')
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (bytes > MAX_INDEX_BYTES)
      throw new InvalidDocument(
        `Document '${id}' of ${model.name} cannot be kept: ${fields.join(', ')} and its id are too long for an index, ${bytes} bytes of at most ${MAX_INDEX_BYTES}`,
      )
  }
}

const KEY_RULE = "not empty, not __proto__, without '.', NUL, lone surrogates and a leading '$'"
/** Documents have the same few keys again and again; some are made from data, so only so many are remembered. */
const storableKeys = new Set<string>()
const MOST_REMEMBERED_KEYS = 1_000

function isStorableKey(key: string): boolean {
  if (storableKeys.has(key)) return true
  if (key === '' || key === '__proto__' || key.startsWith('$') || key.includes('.') || !isStorableText(key))
    return false
  if (storableKeys.size < MOST_REMEMBERED_KEYS) storableKeys.add(key)
  return true
}
