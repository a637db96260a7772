/** Tables from before there were generations: dropped like any unused generation. */
const BEFORE_GENERATIONS = new Set(
  ['chapter_overlay', 'user_notes', 'resource_counts', 'notes'].flatMap((name) => [name, `${name}_parked`]),
).add('chapter_overlays')

/** The table or collection of a generation. */
export const storedName = (model: string, generation: number): string =>
  generation === 0 ? `doc_${model}` : `doc_${model}_${generation}`

/** The generation that a table or collection holds; null if the name is not one of Pathlight's. */
export function generationOf(name: string): { model: string; generation: number } | null {
  const [, model, generation] = /^doc_([a-z0-9_]+)_([1-9]\d*)$/.exec(name) ?? []
  if (model !== undefined) return { model, generation: Number(generation) }
  const old = name.replace(/^doc_/, '')
  return old !== name && BEFORE_GENERATIONS.has(old) ? { model: old, generation: 0 } : null
}

/** The log of a row that was the checkpoint of a group in an older version. */
export const TAKEN_OVER = 'a newer version of Pathlight'
