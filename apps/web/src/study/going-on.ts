/**
 * A draft of something new whose first words were saved alone, while what was written after them waited: they have become the
 * first revision of an item, from which the draft goes on. Whether another device has changed that since, the server says.
 * `id`: of what the draft is to become. `there`: the items that there are.
 */
export const goingOn = <
  I extends { readonly id: string; readonly revision: number },
  D extends { readonly base: I | null },
>(
  draft: D | null,
  id: string | undefined,
  there: readonly I[],
): D | null => {
  const first = there.find((one) => one.id === id)
  return draft && first && !draft.base ? { ...draft, base: { ...first, revision: 1 } } : draft
}
