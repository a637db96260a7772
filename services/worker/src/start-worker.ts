import { sendEmailLink, sendNotice } from './account-mail.ts'
import { sendActMail, sendLookMail, tellOfActs, tellOfLooks } from './admin-mail.ts'
import { closeAsAsked } from './asked-closing.ts'
import { closeAccount, closeClosedAccounts } from './close-account.ts'
import { sendContactMail } from './contact-mail.ts'
import type { WorkerDependencies, WorkerJobs } from './dependencies.ts'
import { sendInvitation } from './invitation-mail.ts'
import type { Reaction } from './reaction.ts'
import { runReactions } from './reaction.ts'
import { sendResetMail } from './reset-mail.ts'
import { sendTestMail } from './test-mail.ts'
import { addUnfinishedClosings } from './unfinished-closings.ts'
import { sendWelcomeMail, welcomeNewcomers } from './welcome-mail.ts'

const HOUR_MS = 60 * 60 * 1000

const REACTIONS: readonly Reaction<WorkerJobs>[] = [
  welcomeNewcomers,
  closeClosedAccounts,
  closeAsAsked,
  tellOfActs,
  tellOfLooks,
]

/** Starts the reactions (event → job) and the jobs. `done` resolves when the signal has stopped the reactions. */
export const startWorker = async (dependencies: WorkerDependencies): Promise<{ done: Promise<void> }> => {
  const { identity, dataKeys, jobs } = dependencies
  // Removes the schedule of an older program. The operator's command (npm run audit -- verify) has replaced its job.
  await jobs.stopEvery('verify-log')
  await jobs.work({
    'welcome-mail': sendWelcomeMail(dependencies),
    'reset-mail': sendResetMail(dependencies),
    'email-link-mail': sendEmailLink(dependencies),
    'notice-mail': sendNotice(dependencies),
    'invitation-mail': sendInvitation(dependencies),
    'test-mail': sendTestMail(dependencies),
    'close-account': closeAccount(dependencies),
    'contact-mail': sendContactMail(dependencies),
    'import-data': dependencies.importData,
    'asked-closing': dependencies.closeWhenDue,
    'act-mail': sendActMail(dependencies),
    'look-mail': sendLookMail(dependencies),
    'sweep-identity': async () => {
      await identity.sweep()
    },
    'renew-keys': async (_, { signal, attempt }) => {
      try {
        // A renewal comes twice a day, which is often enough to look for lost jobs. If the first try failed, the second
        // looks, too, because the failure may have come after the renewal.
        if ((await dataKeys.renewWhenDue({ signal })) || attempt > 1) await addUnfinishedClosings(dependencies, signal)
      } catch (error) {
        // After a stop the next job of this kind does the remaining work.
        if (!signal.aborted) throw error
      }
    },
    'write-archive': dependencies.writeArchive,
  })
  await jobs.every('sweep-identity', 'sweep-identity', {}, HOUR_MS)
  // A machine that runs for minutes a day may miss every scheduled time, so this job also runs at each start.
  await jobs.every('renew-keys', 'renew-keys', {}, HOUR_MS)
  await jobs.add('renew-keys', {}, { forget: true })
  return { done: runReactions<WorkerJobs>(REACTIONS, dependencies) }
}
