/** The answer to a request for a mail when this server sends none. The link is in the operator's log. */
export const NO_MAIL = {
  message: 'This server sends no mail. Ask whoever runs it for your link: it is in the log.',
  mail: 'none' as const,
}
