import { type Document, InvalidDocument } from './read-model-store.ts'

/** Nesting that MongoDB takes is 100 levels; our own envelope around a document uses a few of them. */
const MAX_DEPTH = 90
/** UTF-16 units of all keys and strings: at most 12 MB as UTF-8, below MongoDB's 16 MB for a document. */
const MAX_UNITS = 4_000_000
const MAX_ID_UNITS = 500
const COLLECTION_NAME = /^[a-z][a-z0-9_]{0,47}$/
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** True when both engines can keep the string: PostgreSQL has no NUL, UTF-8 has no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** True when a document may have this id: 1 to 500 UTF-16 units, storable. No document has any other. */
export function isStorableId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_UNITS && isStorable(id)
}

/** Throws a TypeError unless the name can be a collection's or projection's: it becomes part of a table's name. */
export function checkName(name: string): void {
  if (!COLLECTION_NAME.test(name)) {
    throw new TypeError(
      `'${name}' is no name for a collection or projection: use lower_snake_case, 48 characters at most`,
    )
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
 * objects of a class (JSON would change them silently), too deep, too large.
 */
export function checkDocument(collection: string, id: string, doc: Document): void {
  const refuse = (path: string, why: string): never => {
    throw new InvalidDocument(`Document '${id.toWellFormed()}' of ${collection} cannot be kept: ${path || 'it'} ${why}`)
  }
  if (!isStorableId(id)) refuse('its id', `must be 1 to ${MAX_ID_UNITS} characters without NUL and lone surrogates`)
  let units = 0
  const visit = (value: unknown, path: string, depth: number): void => {
    if (typeof value === 'string') {
      units += value.length
      if (!isStorable(value)) refuse(path, 'has a NUL or a lone surrogate')
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(path, `is ${value}`)
    } else if (Array.isArray(value)) {
      if (depth > MAX_DEPTH) refuse(path, `is nested deeper than ${MAX_DEPTH} levels`)
      for (let i = 0; i < value.length; i++) {
        if (Array.isArray(value[i])) refuse(`${path}[${i}]`, 'is a list in a list: put an object between them')
        visit(value[i], `${path}[${i}]`, depth + 1)
      }
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) refuse(path, `is nested deeper than ${MAX_DEPTH} levels`)
      const prototype = Object.getPrototypeOf(value)
      if (prototype !== Object.prototype && prototype !== null) {
        refuse(path, `is a ${prototype.constructor?.name ?? 'class'} object; a document is plain JSON`)
      }
      for (const key of Object.keys(value)) {
        const field = (value as Document)[key]
        if (field === undefined) continue
        units += key.length
        if (key === '' || key.startsWith('$') || key.includes('.') || key === '__proto__' || !isStorable(key)) {
          refuse(path, `has the key ${JSON.stringify(key)}: keys are not empty, without '.', NUL and leading '$'`)
        }
        visit(field, path === '' ? key : `${path}.${key}`, depth + 1)
      }
    } else if (value !== null && typeof value !== 'boolean') {
      refuse(path, `is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, which JSON does not have`)
    }
  }
  visit(doc, '', 0)
  if (units > MAX_UNITS) refuse('', `holds ${units} characters, more than ${MAX_UNITS}`)
}
