import { HIGHLIGHT_COLORS } from '@pathlight/contracts/highlight-rules.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import { asTag, tagInPath, tagKey, tagRefusal } from '@pathlight/contracts/tag-rules.ts'
import type { TagChanged } from '@pathlight/contracts/tags.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { MINE } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { sayProblem, sayReason } from '../../locales/server-message.ts'
import { COLOR_NAMES, colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { usePerson } from '../../session/use-person.ts'
import type { OwnTag } from '../../study/tags/own-tags.ts'
import { tagsQuery } from '../../study/tags/tags-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Field } from '../../ui/field.tsx'
import { Check, Trash2 } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))

const COLORS: readonly (string | null)[] = [null, ...COLOR_NAMES.map((name) => HIGHLIGHT_COLORS[name])]

type Change = { readonly tag: string; readonly color: string | null } | null

/**
 * Changes a tag on every item, or removes the tag if `change` is null. Each request changes some of the items. Returns
 * the number of items that the server could not change, because their histories are full.
 */
const changeEverywhere = async (tag: string, change: Change): Promise<number> => {
  const path = `/api/tags/${tagInPath(tag)}`
  for (;;) {
    const { changed, left } = await (change
      ? write<TagChanged>('PUT', path, { body: change })
      : write<TagChanged>('DELETE', path))
    if (changed === 0 || left === 0) return left
  }
}

type Props = {
  readonly tag: OwnTag
  readonly tags: readonly OwnTag[]
  readonly onClose: () => void
  /** Called after a change of all items. `name` is the tag's new name, or null if the tag was removed. */
  readonly onChanged?: (name: string | null) => void
}

/** A dialog to rename, merge, colour or remove a tag on every item. */
const TagDialog = ({ tag: own, tags, onClose, onChanged = onClose }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const group = useId()
  const queries = useQueryClient()
  const person = usePerson()
  const [typed, setTyped] = useState(own.tag)
  const [color, setColor] = useState(own.color)
  const [asks, setAsks] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const name = asTag(typed)
  const key = tagKey(name)
  const isNamed = ({ tag }: { readonly tag: string }) => tagKey(tag) === key
  const other = isNamed(own) ? undefined : tags.find(isNamed)
  const refresh = () => queries.invalidateQueries({ queryKey: [MINE, person.id] })
  const undo = async (change: NonNullable<Change>) => {
    try {
      const left = await changeEverywhere(change.tag, { tag: own.tag, color: own.color })
      if (left > 0) say(t('tags.left', { count: left, tag: change.tag }), 'error')
    } catch (refused) {
      say(sayProblem(t, refused) ?? t('writes.undoFailed'), 'error')
    }
    await refresh()
  }
  const changing = useMutation({
    mutationFn: async (change: Change) => {
      if (change && !other && !isNamed(own)) {
        // If another device has meanwhile made a tag of this name, the dialog asks whether to merge the two tags.
        const { value } = await queries.fetchQuery({ ...tagsQuery(person), staleTime: 0 })
        if (value.tags.some(isNamed)) return null
      }
      // A merge or a removal cannot be undone here, because only the histories know which items had which tag.
      return { left: await changeEverywhere(own.tag, change), undo: change && !other && (() => void undo(change)) }
    },
    // Even if the change failed, the server may have changed some of the items.
    onSettled: refresh,
    onSuccess: (done, change) => {
      if (done === null || done.left > 0) return
      const said = change ? t('tags.changed') : t('tags.taken', { tag: own.tag })
      say(said, 'ok', done.undo ? { label: t('undo'), act: done.undo } : undefined)
      onChanged(change?.tag ?? null)
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const refused = tagRefusal(name)
    setWrong(refused && sayReason(t, reasonFor(refused) ?? { code: '' }, refused))
    if (refused !== null || changing.isPending) return
    if (name === own.tag && color === own.color) return onClose()
    // After a merge, the remaining tag keeps its colour.
    changing.mutate(other ? { tag: other.tag, color: other.color } : { tag: name, color })
  }
  const { error, data } = changing
  const left = data?.left ?? 0
  const failure = error && (isNetworkFailure(error) ? t('tags.away') : (sayProblem(t, error) ?? t('tags.failed')))
  const problem = left > 0 ? t('tags.left', { count: left, tag: own.tag }) : failure
  return (
    <>
      <Dialog title={`#${own.tag}`} onClose={onClose}>
        <form onSubmit={save} noValidate className="grid gap-4">
          <Field
            label={t('tags.name')}
            value={typed}
            error={wrong}
            autoComplete="off"
            autoCapitalize="off"
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(null)
              changing.reset()
            }}
          />
          {other ? (
            <p role="status" className="text-sm text-pretty">
              {t('tags.mergeText', { tag: other.tag })}
            </p>
          ) : (
            <fieldset className="-ml-1.5 flex flex-wrap">
              <legend className="mb-1 ml-1.5 text-sm text-muted">{t('tags.color')}</legend>
              {COLORS.map((choice) => (
                <label
                  key={choice ?? 'none'}
                  title={choice ? colorName(t, choice) : t('tags.noColor')}
                  className="grid size-11 cursor-pointer place-items-center"
                >
                  <input
                    type="radio"
                    name={group}
                    checked={choice === color}
                    onChange={() => setColor(choice)}
                    aria-label={choice ? colorName(t, choice) : t('tags.noColor')}
                    className="peer sr-only"
                  />
                  <span
                    data-paint={choice ? paintOf(choice) : undefined}
                    className="grid size-7 place-items-center rounded-full border border-line-strong peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
                  >
                    {choice === color && <Check size={16} strokeWidth={2.2} aria-hidden />}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <ErrorList errors={problem ? [problem] : []} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            <Button look="quiet" className="mr-auto -ml-3 px-3! hover:text-danger!" onClick={() => setAsks(true)}>
              <Trash2 size={18} strokeWidth={1.8} aria-hidden />
              {t('tags.delete')}
            </Button>
            <Button type="submit" look="primary" className="rounded-full!" busy={changing.isPending}>
              {changing.isPending ? t('tags.saving') : t(other ? 'tags.merge' : 'tags.save')}
            </Button>
          </div>
        </form>
      </Dialog>
      <Fetched>
        {asks && (
          <ConfirmDialog
            title={t('tags.question', { tag: own.tag })}
            description={t('tags.questionText', { count: own.count })}
            confirm={t('tags.delete')}
            cancel={t('cancel')}
            onConfirm={() => {
              setAsks(false)
              changing.mutate(null)
            }}
            onCancel={() => setAsks(false)}
          />
        )}
      </Fetched>
    </>
  )
}
export default TagDialog
