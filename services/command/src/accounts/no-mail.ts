/** Answers who asked for a mail where this server sends none. Its link is in the log of the operator. */
export const NO_MAIL = {
  message: 'This server sends no mail. Ask whoever runs it for your link: it is in the log.',
  mail: 'none' as const,
}
