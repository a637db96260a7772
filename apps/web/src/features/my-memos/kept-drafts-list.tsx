import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rangeReference } from '../../bible/range-reference.ts'
import { keptWork } from '../../device/kept-work.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import { draftKeys } from '../../study/draft-keys.ts'
import type { KeptWords, Kind } from '../../study/kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { Trash2 } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'

type Draft = KeptWords & { readonly kind: Kind }

const readDrafts = async (kinds: readonly Kind[], userId: string): Promise<readonly Draft[]> => {
  await keptWork.open()
  const each = kinds.map(async (kind) => {
    const keys = draftKeys(kind, userId)
    const read = keys.length > 0 ? await kind.drafts?.() : undefined
    return keys.flatMap((key) => {
      const words = read?.(userId, key, keptWork.get(key))
      return words ? [{ ...words, kind }] : []
    })
  })
  return (await Promise.all(each)).flat()
}

/** The list of the drafts on this device. Renders nothing if there are none. */
const KeptDraftsList = ({ kinds }: { readonly kinds: readonly Kind[] }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const { id } = usePerson()
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  useEffect(() => {
    let isShown = true
    const read = () => void readDrafts(kinds, id).then((all) => isShown && setDrafts(all))
    read()
    // Another tab may write on, save or delete one of the drafts.
    const end = keptWork.subscribe(read)
    return () => {
      isShown = false
      end()
    }
  }, [kinds, id])
  const remove = (draft: Draft) => {
    const kept = keptWork.get(draft.key)
    keptWork.remove(draft.key)
    say(t('myMemos.draftDeleted'), 'ok', {
      label: t('undo'),
      // Restores nothing if another tab removed the draft before this tab did, or has since stored a new draft in its
      // place.
      act: () => kept !== undefined && keptWork.get(draft.key) === undefined && keptWork.set(draft.key, kept),
    })
  }
  if (drafts.length === 0) return null
  return (
    <section aria-label={t('myMemos.drafts')} className="mb-7">
      <h2 className="font-scripture text-lg font-semibold">{t('myMemos.drafts')}</h2>
      <p className="mb-3 text-sm text-muted">{t('myMemos.draftsText')}</p>
      <ul className="grid gap-2">
        {drafts.map((draft) => {
          const place = parseVerseId(draft.verseId)
          const name = place ? rangeReference(place.book.name.en, draft.verseId, draft.endVerseId, language) : ''
          return (
            <li
              key={draft.key}
              ref={passFocusOn}
              className="flex items-center gap-1 rounded-md border border-line bg-surface pr-1"
            >
              <Link to={draft.path} className="min-w-0 grow px-4 py-3 hover:text-accent">
                <span className="text-xs font-semibold text-accent">
                  {[t(`kinds.${draft.kind.name}.label`), name, draft.version && versionLabel(draft.version, language)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="line-clamp-2 wrap-anywhere">{draft.words}</span>
              </Link>
              <IconButton
                icon={Trash2}
                label={t('myMemos.deleteDraft', { heading: name || draft.words })}
                {...onOnePress(() => remove(draft))}
                className="size-11!"
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
export default KeptDraftsList
