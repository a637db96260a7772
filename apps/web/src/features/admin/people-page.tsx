import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchX } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { AdminPage, Asked, Rows } from './admin-page.tsx'
import { peopleQuery } from './admin-queries.ts'
import { PersonView } from './person-view.tsx'
import { useFormFocus } from './use-form-focus.ts'

const Found = ({ adminId, name }: { adminId: string; name: string }) => {
  const { t } = useTranslation()
  return (
    <Asked query={useQuery(peopleQuery(adminId, name))} failed={t('admin.people.failed')} height="h-24">
      {({ people }) =>
        people.length === 0 ? (
          <Notice icon={SearchX} title={t('admin.people.none')}>
            {t('admin.people.noneText')}
          </Notice>
        ) : (
          <Rows>
            {people.map(({ id, username }) => (
              <li key={id}>
                <Link
                  to={`/admin?${new URLSearchParams({ person: id })}`}
                  className="flex min-h-11 items-center text-accent wrap-anywhere hover:underline"
                >
                  {username}
                </Link>
              </li>
            ))}
          </Rows>
        )
      }
    </Asked>
  )
}

/** The page /admin: the search for people, and a person's account. */
export const Component = ({ adminId }: { adminId: string }) => {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [name, person] = [params.get('name') ?? '', params.get('person')]
  const form = useFormFocus()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const said = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    setParams(said === '' ? {} : { name: said })
  }
  return (
    <AdminPage title={t('admin.people.title')} text={t('admin.people.text')}>
      <form {...form} onSubmit={submit} className="mb-5 flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-60">
          <Field
            key={name}
            label={t('admin.people.search')}
            name="name"
            defaultValue={name}
            maxLength={320}
            autoComplete="off"
          />
        </div>
        <Button type="submit" look="primary" className="min-h-11">
          {t('admin.people.find')}
        </Button>
      </form>
      {person !== null ? (
        <PersonView key={person} adminId={adminId} id={person} />
      ) : (
        name !== '' && <Found adminId={adminId} name={name} />
      )}
    </AdminPage>
  )
}
