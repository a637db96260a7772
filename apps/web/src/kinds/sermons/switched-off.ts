// Stand-ins for parts of StarterKit that rich-text-extensions.ts switches off. In the build, vite.config.ts replaces
// those parts by this file, so that no browser loads them. To switch a part on again, remove it from the list in
// vite.config.ts.

const switchedOff = (name: string) => (): never => {
  throw new Error(`${name} is switched off: vite.config.ts leaves it out`)
}

/** @public Replaces a part of @tiptap/extension-code in the build. */
export const Code = switchedOff('Code')
/** @public Replaces a part of @tiptap/extension-code-block in the build. */
export const CodeBlock = switchedOff('CodeBlock')
/** @public Replaces a part of @tiptap/pm/dropcursor in the build. */
export const dropCursor = switchedOff('dropCursor')
/** @public Replaces a part of @tiptap/pm/gapcursor in the build. */
export const gapCursor = switchedOff('gapCursor')
