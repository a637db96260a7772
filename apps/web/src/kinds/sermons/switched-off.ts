// Stand-ins for parts of StarterKit that rich-text-extensions.ts switches off. In the build, vite.config.ts replaces
// those parts by this file, so that no browser loads them. To switch a part on again, remove it from the list in
// vite.config.ts.

const switchedOff = (name: string) => (): never => {
  throw new Error(`${name} is switched off: vite.config.ts leaves it out`)
}

/** @public @tiptap/extension-code */
export const Code = switchedOff('Code')
/** @public @tiptap/extension-code-block */
export const CodeBlock = switchedOff('CodeBlock')
/** @public @tiptap/pm/dropcursor */
export const dropCursor = switchedOff('dropCursor')
/** @public @tiptap/pm/gapcursor */
export const gapCursor = switchedOff('gapCursor')
