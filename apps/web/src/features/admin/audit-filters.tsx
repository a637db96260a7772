import { AUDIT_ACTIONS, AUDIT_KINDS } from '@pathlight/contracts/admin-rules.ts'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import DateField from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { X } from '../../ui/icons.ts'
import { FILTERS, type Filter } from './audit-query.ts'
import { sayKind } from './say-entry.ts'
import { useFormFocus } from './use-form-focus.ts'

type Props = {
  readonly filters: URLSearchParams
  readonly onChange: (filters: URLSearchParams) => void
}

/**
 * The filters of the audit, which are stored in the page's address. A choice of a kind or an action applies at once,
 * together with the other fields. Typed text or a day alone applies when the person submits the form.
 */
export const AuditFilters = ({ filters, onChange }: Props) => {
  const { t } = useTranslation()
  const value = (name: Filter) => filters.get(name) ?? ''
  const changed = (changes: Iterable<readonly [string, string]>) => {
    const next = new URLSearchParams(filters)
    for (const [name, said] of changes)
      if (said.trim() === '') next.delete(name)
      else next.set(name, said.trim())
    onChange(next)
  }
  const form = useFormFocus()
  const inForm = () =>
    [...new FormData(form.ref.current ?? undefined)].map(([name, said]) => [name, String(said)] as const)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    changed(inForm())
  }
  const set = (name: Filter) => (said: string) => changed([...inForm(), [name, said]])
  const chips = [
    ['item', t('admin.audit.onlyItem')],
    ['device', t('admin.audit.onlyDevice')],
    ['actor', t('admin.audit.onlyActor', { name: value('actor') })],
  ] as const
  const isFiltered = FILTERS.some((name) => value(name) !== '')
  return (
    // The key of a text or day field has the filter's value, so the field is mounted again when that value changes.
    // Typed text in the other fields stays.
    <form {...form} onSubmit={submit} aria-label={t('admin.audit.filters')} className="mb-4 grid gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-2 *:min-w-0 [&_.field]:w-full [&_.field]:min-w-0 desk:[&_.field]:h-10 desk:[&_input.field]:px-2.5 desk:[&_select.field]:pl-2.5 desk:[&_.field]:text-sm [&_label]:text-xs">
        <Field
          key={`person ${value('person')}`}
          label={t('admin.audit.person')}
          name="person"
          defaultValue={value('person')}
          placeholder={t('admin.audit.personHint')}
          maxLength={320}
          autoComplete="off"
        />
        <Choice name="kind" label={t('admin.audit.kind')} value={value('kind')} onChange={set('kind')}>
          <option value="">{t('admin.audit.anyKind')}</option>
          {AUDIT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {sayKind(t, kind)}
            </option>
          ))}
        </Choice>
        <Choice name="action" label={t('admin.audit.action')} value={value('action')} onChange={set('action')}>
          <option value="">{t('admin.audit.anyAction')}</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {t(`admin.did.${action}`)}
            </option>
          ))}
        </Choice>
        <Field
          key={`passage ${value('passage')}`}
          label={t('admin.audit.passage')}
          name="passage"
          defaultValue={value('passage')}
          placeholder={t('admin.audit.passageHint')}
          maxLength={320}
          autoComplete="off"
        />
        {(['from', 'to'] as const).map((name) => (
          <DateField
            key={`${name} ${value(name)}`}
            label={t(`admin.audit.${name}`)}
            name={name}
            day={value(name)}
            none={t('admin.audit.anyDay')}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary">
          {t('admin.audit.apply')}
        </Button>
        {chips.map(
          ([name, label]) =>
            value(name) !== '' && (
              <Button key={name} look="quiet" onClick={() => set(name)('')}>
                {label}
                <X size={16} aria-hidden />
              </Button>
            ),
        )}
        {isFiltered && (
          <Button look="quiet" onClick={() => onChange(new URLSearchParams())}>
            {t('admin.audit.clear')}
          </Button>
        )}
      </div>
    </form>
  )
}
