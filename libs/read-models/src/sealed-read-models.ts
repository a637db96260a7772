import type { KeyObject } from 'node:crypto'
import { ENVELOPE, sealPersonal, unseal } from '@pathlight/event-log/seal.ts'
import { KEY_TTL_MS, userKeys } from '@pathlight/event-log/user-keys.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import {
  type Change,
  type Collection,
  type Document,
  type Generation,
  type Held,
  NO_WORK,
  type ReadModel,
  type ReadModelStore,
} from './read-model-store.ts'

const itself = <T>(one: T): T => one

/**
 * Seals the personal fields of documents under the key of the person whose documents they are (`user_id`), so that
 * disks, dumps and backups have no readable words of people. Once the key is destroyed, nobody can open such a
 * document, and readers skip it. A seal opens only with the same read model, person and field `id` of the document.
 * Documents of older versions have no seal, and readers get them as they are.
 */
export const sealedReadModels = (
  store: ReadModelStore,
  { keyOf }: { readonly keyOf: (userId: string) => Promise<Uint8Array | null> },
): ReadModelStore => {
  const keys = userKeys(keyOf, KEY_TTL_MS)
  /**
   * The personal fields of each read model, by the model's name. A write names only the model, so its fields are noted
   * here when the model is first used.
   */
  const personal = new Map<string, readonly string[]>()
  const learn = ({ name, personal: fields = [] }: Pick<ReadModel<Document>, 'name' | 'personal'>) =>
    personal.set(name, fields)

  const placeOf = (model: string, { user_id, id }: Document) => ({
    streamName: `read model ${model}`,
    type: String(user_id),
    schemaVersion: id,
  })
  const ownerOf = (doc: Document | null) => (typeof doc?.user_id === 'string' ? doc.user_id : null)

  const sealedChange = (change: Change, key: KeyObject | null): Change => {
    const { model, doc } = change
    const fields = personal.get(model) ?? []
    if (doc === null || fields.every((field) => doc[field] === undefined)) return change
    // If the person's key is gone, the document is removed.
    return { ...change, doc: key && sealPersonal(doc, fields, key, placeOf(model, doc)) }
  }

  /**
   * Opens or seals documents one after another, with pauses, because thousands take long. All keys are read first,
   * because a promise for each document would cost as much as opening it.
   */
  const each = async <T, U>(
    all: readonly T[],
    docOf: (one: T) => Document | null,
    work: (one: T, key: KeyObject | null) => U,
  ): Promise<U[]> => {
    const owners = new Set(all.flatMap((one) => ownerOf(docOf(one)) ?? []))
    const keyOfOwner = new Map<string | null, KeyObject | null>(
      await Promise.all([...owners].map(async (owner) => [owner, await keys.get(owner)] as const)),
    )
    const pause = pauses()
    const done: U[] = []
    for (const one of all) {
      done.push(work(one, keyOfOwner.get(ownerOf(docOf(one))) ?? null))
      const paused = pause()
      if (paused) await paused
    }
    return done
  }

  const openOne = <D extends Document>(model: string, doc: D | null, key: KeyObject | null): D | null => {
    if (doc === null || typeof doc[ENVELOPE] !== 'string') return doc
    const { [ENVELOPE]: envelope, ...open } = doc as Document & { [ENVELOPE]: string }
    return key && (Object.assign(open, unseal(envelope, key, placeOf(model, doc))) as unknown as D)
  }

  const reading = <D extends Document>({ name }: ReadModel<D>, collection: Collection<D>): Collection<D> => ({
    get: async (id) => {
      const [opened] = await each([await collection.get(id)], itself, (doc, key) => openOne(name, doc, key))
      return opened ?? null
    },
    find: async (options) => {
      const opened = await each(await collection.find(options), itself, (doc, key) => openOne(name, doc, key))
      return opened.filter((doc) => doc !== null)
    },
    count: (where, bounds) => collection.count(where, bounds),
    distinct: (field, where) => collection.distinct(field, where),
  })

  return {
    ...store,
    collection: (model) => {
      learn(model)
      return reading(model, store.collection(model))
    },
    make: (model, generation) => {
      learn(model)
      return store.make(model, generation)
    },
    move: async (checkpoints, to, work = NO_WORK) =>
      store.move(checkpoints, to, { ...work, changes: await each(work.changes, ({ doc }) => doc, sealedChange) }),
    generation: <D extends Document>(model: ReadModel<D>, number: number): Generation<D> => {
      learn(model)
      const generation = store.generation(model, number)
      const openHeld = <H extends Held<D>>(held: H, key: KeyObject | null): H => ({
        ...held,
        doc: openOne(model.name, held.doc, key),
      })
      return {
        ...reading(model, generation),
        load: async (ids) => {
          const found = [...(await generation.load(ids))]
          const open = ([id, held]: (typeof found)[number], key: KeyObject | null) => [id, openHeld(held, key)] as const
          return new Map(await each(found, ([, { doc }]) => doc, open))
        },
        page: async (after, limit) => each(await generation.page(after, limit), ({ doc }) => doc, openHeld),
      }
    },
  }
}
