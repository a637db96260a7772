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
/** Not empty, not __proto__, without '.' and a leading '$'. */
const STORABLE_KEY = /^(?!\$|__proto__$)[^.]+$/
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
export function checkDocument(model: string, id: string, doc: Document): number {
  let units = 0
  const refuse = (path: string, why: string): never => {
    throw new InvalidDocument(`Document '${id.toWellFormed()}' of ${model} cannot be kept: ${path || 'it'} ${why}`)
  }
  const visit = (value: unknown, path: string, depth: number, inList: boolean): void => {
    units += UNITS_OF_A_VALUE
    if (value === null || typeof value === 'boolean') return
    if (typeof value === 'string') {
      units += value.length
      if (!isStorableText(value)) refuse(path, 'has a NUL or a lone surrogate')
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(path, `is ${value}`)
    } else if (Array.isArray(value)) {
      if (inList) refuse(path, 'is a list in a list: put an object between them')
      for (let i = 0; i < value.length; i++) visit(value[i], `${path}/${i}`, depth + 1, true)
    } else if (typeof value === 'object') {
      if (depth > MAX_DEPTH) refuse(path, `is nested deeper than ${MAX_DEPTH} levels`)
      if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) refuse(path, 'is no plain JSON')
      for (const [key, field] of Object.entries(value)) {
        if (field === undefined) continue
        units += key.length
        if (!STORABLE_KEY.test(key) || !isStorableText(key)) refuse(path, `has the key ${JSON.stringify(key)}`)
        visit(field, `${path}/${key}`, depth + 1, false)
      }
    } else refuse(path, `is ${typeof value}, which JSON does not have`)
  }
  if (!isStorableId(id)) refuse('', `needs an id of 1 to ${MAX_ID_UNITS} characters, without NUL and lone surrogates`)
  visit(doc, '', 0, false)
  if (units > MAX_UNITS) refuse('', `is too large: about ${units} characters, more than ${MAX_UNITS}`)
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
