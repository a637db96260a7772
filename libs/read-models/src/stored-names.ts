/**
 * The names, without `doc_`, of the tables and collections of older versions of Pathlight, which had no generations.
 * They are dropped in the same way as replaced generations.
 */
const BEFORE_GENERATIONS = new Set(
  ['chapter_overlay', 'user_notes', 'resource_counts', 'notes'].flatMap((name) => [name, `${name}_parked`]),
).add('chapter_overlays')

/** The name of a generation's table or collection. */
export const storedName = (model: string, generation: number): string =>
  generation === 0 ? `doc_${model}` : `doc_${model}_${generation}`

/** The generation in a table or collection of this name. Null if the name is not one of Pathlight's. */
export function generationOf(name: string): { model: string; generation: number } | null {
  const [, model, generation] = /^doc_([a-z0-9_]+)_([1-9]\d*)$/.exec(name) ?? []
  if (model !== undefined) return { model, generation: Number(generation) }
  const old = name.replace(/^doc_/, '')
  return old !== name && BEFORE_GENERATIONS.has(old) ? { model: old, generation: 0 } : null
}

/**
 * Older versions stored one checkpoint for a group of read models. An engine that has made a checkpoint of each read
 * model from it sets the `log` of the group's checkpoint to this value.
 */
export const TAKEN_OVER = 'a newer version of Pathlight'
