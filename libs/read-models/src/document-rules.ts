import { type JsonRules, jsonFault } from '@pathlight/event-log/json-fault.ts'
import { isStorableText } from '@pathlight/stores/storable-text.ts'
import { type Document, InvalidDocument, type ReadModel } from './read-model-store.ts'

/**
 * The rules for documents that every engine can store. MongoDB allows 100 levels, of which the stored form around a
 * document takes a few. FerretDB allows no list in a list, and no key with '.' or a leading '$'. An empty key and
 * __proto__ are refused on every engine.
 */
const RULES: JsonRules = { maxDepth: 90, keys: /^(?!\$|__proto__$)[^.]+$/, refusesListsInLists: true }
/**
 * The largest document, in characters of JSON. As BSON it takes at most eight times as many bytes (a list of one-digit
 * numbers), and MongoDB allows 16 MB.
 */
const MAX_CHARACTERS = 2_000_000
const MAX_ID_UNITS = 500
/** The most bytes of an index entry. PostgreSQL's own limit is 2,704. */
const MAX_INDEX_BYTES = 2_500
const NAME = /^[a-z][a-z0-9_]{0,47}$/
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** Whether a document can have this id: 1 to 500 UTF-16 units, without NUL and lone surrogates. */
export function isStorableId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_UNITS && isStorableText(id)
}

/** Throws a TypeError if a read model cannot have this name, which becomes a part of a table's name. */
export function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new TypeError(`'${name}' is no name for a read model: use lower_snake_case, 48 characters at most`)
  }
}

/** Throws a TypeError if queries cannot use this field, whose name becomes a part of the query's text. */
export function checkFieldName(field: string): void {
  if (!FIELD_NAME.test(field)) {
    throw new TypeError(`'${field}' is no field to find by: letters, digits and underscore, 63 characters at most`)
  }
}

/**
 * Returns the number of characters of the document's JSON. Throws InvalidDocument if some engine could not store the
 * document unchanged.
 */
export function checkDocument(model: string, id: string, doc: Document): number {
  const refuse = (why: string): never => {
    throw new InvalidDocument(`Document '${id.toWellFormed()}' of ${model} cannot be kept: ${why}`)
  }
  if (!isStorableId(id)) refuse(`it needs an id of 1 to ${MAX_ID_UNITS} characters, without NUL and lone surrogates`)
  const fault = jsonFault(doc, 'it', RULES)
  if (fault !== null) refuse(fault)
  const { length } = JSON.stringify(doc)
  if (length > MAX_CHARACTERS) refuse(`it is too large: ${length} characters, more than ${MAX_CHARACTERS}`)
  return length
}

/** Throws InvalidDocument if the id and the strings of an index are too long together. */
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
