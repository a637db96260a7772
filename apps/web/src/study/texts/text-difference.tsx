import { editableFields } from '@pathlight/contracts/kind-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { ChangedText } from '../history/changed-text.tsx'
import type { DifferenceProps } from '../history/kind-history.ts'
import { FreeTextDifference } from '../rich-text/rich-text-difference.tsx'
import { TagsDifference } from '../tags/tags-difference.tsx'
import type { TextEditable } from './text-drafts.ts'

type Text = Tagged & { readonly text: string }

/** Makes the component that shows the changes of a kind of texts: short fields, formatted words, and tags. */
export const textDifference = (kind: TextEditable) => {
  const short: readonly string[] = editableFields(kind).filter((name) => name !== 'text' && name !== 'tags')
  const fieldOf = (item: Text, name: string) => (item as unknown as Readonly<Record<string, string | null>>)[name] ?? ''
  return ({ item, than }: DifferenceProps<Text>) => (
    <>
      {short.map((name) => {
        const before = than && fieldOf(than, name)
        const after = fieldOf(item, name)
        const look = name === 'title' ? 'font-scripture font-semibold' : 'text-sm'
        return (before || after) && <ChangedText key={name} className={look} before={before} after={after} />
      })}
      <FreeTextDifference before={than?.text ?? null} after={item.text} />
      <TagsDifference item={item} than={than} />
    </>
  )
}
