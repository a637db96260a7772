import type { EmailLinkDone } from '@pathlight/contracts/account-care.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { SESSION_KEY } from '../../api/query-client.ts'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { CircleCheck, MailQuestion } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/**
 * The page /email-link/:token, to which a mail links. The person must press a button, because mail scanners open links,
 * too.
 */
export const Component = () => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { token = '' } = useParams()
  const opening = useMutation({
    mutationFn: () => write<{ done: EmailLinkDone }>('POST', `/api/account/email-link/${encodeURIComponent(token)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION_KEY }),
  })
  const done = opening.data?.done
  // The link is used up or invalid. After any other error (no answer, too many attempts) the person can try again.
  const isSpent = opening.error instanceof ApiProblem && [400, 403, 409].includes(opening.error.status)
  return (
    <div className="mx-auto max-w-[34rem] px-4 py-9">
      <PageHead title={t('account.linkTitle')} />
      <h1 className="text-center font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">
        {t('account.linkTitle')}
      </h1>
      {done === undefined ? (
        <Notice
          icon={MailQuestion}
          tone={opening.error ? 'error' : 'calm'}
          title={opening.error ? (sayProblem(t, opening.error) ?? t('account.failed')) : t('account.linkText')}
          actions={
            isSpent ? (
              <Link to="/settings/account" className="control plain big">
                {t('account.linkElse')}
              </Link>
            ) : (
              <Button look="primary" big busy={opening.isPending} onClick={() => opening.mutate()}>
                {t('account.linkGo')}
              </Button>
            )
          }
        />
      ) : (
        <Notice
          icon={CircleCheck}
          title={t(`account.linkDone.${done}`)}
          actions={
            done === 'undo-email-change' || done === 'undo-second-factor' ? (
              <Link to="/forgot-password" className="control primary big">
                {t('account.linkNewPassword')}
              </Link>
            ) : (
              <Link to="/bible-reading" className="control primary big">
                {t('account.linkRead')}
              </Link>
            )
          }
        />
      )}
    </div>
  )
}
