export const errors = {
  noAnswer: {
    title: 'No answer',
    happened:
      'The request was sent, but no answer came back: the network, the gateway or the platform is out of reach.',
    read: 'Nothing was changed; this was only a read.',
    write: 'It is not known whether the platform took the change. It is read back, and not sent again by itself.',
    todo: 'Check the network, then try again.',
  },
  malformed: {
    title: 'The answer cannot be read',
    happened:
      'Something answered, but not in the form the API promises. It may be another server, a login page or a proxy.',
    read: 'Nothing was changed; this was only a read.',
    write: 'It is not known whether the platform took the change. It is read back, and not sent again by itself.',
    todo: 'Check that the environment points to the open API. If it does, give the details to whoever runs it.',
  },
  busy: {
    title: 'Too many requests',
    happened: 'The platform takes no more requests for the moment: this key, or others beside it, sent too many.',
    read: 'Nothing was changed; this was only a read.',
    write: 'It is not known whether the platform took the change. It is read back, and not sent again by itself.',
    todo: 'Wait a moment, then try again. The console sends more slowly by itself until then.',
  },
  system: {
    title: 'The platform reported a system error',
    happened: 'The platform answered this request with a system exception.',
    read: 'Nothing was changed; this was only a read.',
    write: 'The platform says that the change failed. Read the records back before you send it again.',
    todo: 'Try again in a moment. If it stays, give the trace id to the platform’s support.',
  },
  business: {
    title: 'The platform refused this request',
    happened: 'The request was understood and refused by a rule of the platform.',
    read: 'Nothing was changed.',
    write: 'Nothing of this call was written.',
    todo: 'Read the message below; it names the rule. The trace id helps the platform’s support to find it.',
  },
  keyRefused: {
    title: 'The API key was refused',
    happened:
      'The platform does not accept this key: it is wrong, expired, revoked or not authorized for this workspace.',
    read: 'Nothing was changed. Your unsent changes stay in this browser.',
    write: 'Nothing of this call was written. Your unsent changes stay in this browser.',
    todo: 'Connect again with a valid key. Keys are issued in the enterprise console.',
  },
  parameter: {
    title: 'A parameter is missing or invalid',
    happened: 'The platform refused a value in the request; the message names it.',
    read: 'Nothing was changed.',
    write: 'Nothing of this call was written.',
    todo: 'Correct the value named below, then try again.',
  },
  gone: {
    title: 'This does not exist, or not any more',
    happened: 'The platform says that it does not exist or was deleted.',
    read: 'Nothing was changed.',
    write: 'Nothing was written.',
    todo: 'Go back and refresh the list; the id may also belong to another environment, or to a workspace that this key is not authorized for.',
  },
  unexpected: {
    title: 'This part of the page failed',
    happened: 'The console ran into a fault of its own.',
    means: 'Nothing was sent because of it. Unsent changes stay in this browser.',
    todo: 'Try again or reload the page. If it stays, copy the details and report them.',
  },
  chunk: {
    title: 'This page could not be loaded',
    happened: 'A part of the console did not arrive; it may have been updated meanwhile, or the network is down.',
    means: 'Nothing was sent. Unsent changes stay in this browser.',
    todo: 'Reload the page.',
  },
  answer: {
    empty: 'the answer is empty',
    notJson: 'the answer is not JSON',
    notEnvelope: 'the answer is JSON, but not an envelope',
    noCode: 'the envelope has no integer "code"',
    noMessage: 'the envelope has no "message"',
    broke: 'there was no connection, or it broke before the whole answer came',
    late: 'no answer came in time',
  },
  kept: 'Reading this anew failed; what is shown was read before.',
  reload: 'Reload the page',
} as const;
