/** Reviewing what an agent did: the files of a view, the draft with its comments, and sending it. */
import { sessionIdParam } from '#contract/api/common'
import {
  changesAnswer,
  changesQuery,
  commentAnswer,
  commentBody,
  commentIdParam,
  fileQuery,
  noteBody,
  reviewAnswer,
  sendReviewBody,
  sentAnswer,
  viewedAnswer,
  viewedBody,
} from '#contract/api/review'
import { jsonHeaders } from '../answer.ts'
import { given } from '../given.ts'
import { rawRoute, route } from '../route.ts'

const params = { id: sessionIdParam }
const base = '/api/v1/sessions/{id}/review'

/** What a page shows as a picture; everything else goes out as bytes that nothing opens. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}
const typeOf = (file: string): string =>
  pictures[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

export const reviewRoutes = [
  route({
    method: 'get',
    path: `${base}/changes`,
    name: 'getReviewChanges',
    summary: 'The files of a view, what is committed, staged and uncommitted, and the turns and commits to look at',
    tag: 'workspace',
    scope: 'lead',
    status: 200,
    params,
    query: changesQuery,
    answer: changesAnswer,
    codes: ['SESSION_NOT_FOUND', 'TURN_NOT_FOUND', 'BASE_REF_NOT_FOUND', 'GIT_FAILED'],
    handle: async ({ params: { id }, query, deps }) => ({ changes: await deps.flows.reviewChanges(id, query.view) }),
  }),
  rawRoute({
    method: 'get',
    path: `${base}/file`,
    name: 'getReviewFile',
    summary: 'The bytes of one side of a file, for pictures',
    tag: 'workspace',
    scope: 'lead',
    status: 200,
    params,
    query: fileQuery,
    produces: 'application/octet-stream',
    codes: ['SESSION_NOT_FOUND', 'FILE_NOT_FOUND'],
    handle: async ({ params: { id }, query, deps, requestId }) =>
      new Response(new Uint8Array(await deps.flows.reviewFile(id, given(query))), {
        headers: {
          ...jsonHeaders(requestId),
          'content-type': typeOf(query.file),
          'content-disposition': 'attachment',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      }),
  }),
  route({
    method: 'get',
    path: base,
    name: 'getReview',
    summary: 'The draft: its note, its comments, and where the code of each is now',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params,
    answer: reviewAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: async ({ params: { id }, deps }) => ({ review: await deps.flows.review(id) }),
  }),
  route({
    method: 'patch',
    path: base,
    name: 'setReviewNote',
    summary: 'The note that stands before the comments',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params,
    body: noteBody,
    answer: reviewAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: async ({ params: { id }, body, deps }) => ({ review: await deps.flows.setReviewNote(id, body.note) }),
  }),
  route({
    method: 'post',
    path: `${base}/comments`,
    name: 'putReviewComment',
    summary: 'Comment on a line or a range; with the id of a comment, change it',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params,
    body: commentBody,
    answer: commentAnswer,
    codes: ['SESSION_NOT_FOUND', 'FILE_NOT_FOUND'],
    handle: ({ params: { id }, body, deps }) => deps.flows.putReviewComment(id, given(body)),
  }),
  route({
    method: 'delete',
    path: `${base}/comments/{comment}`,
    name: 'deleteReviewComment',
    summary: 'Take a comment back',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params: { ...params, comment: commentIdParam },
    answer: reviewAnswer,
    codes: ['SESSION_NOT_FOUND', 'COMMENT_NOT_FOUND'],
    handle: async ({ params: { id, comment }, deps }) => ({ review: await deps.flows.dropReviewComment(id, comment) }),
  }),
  route({
    method: 'post',
    path: `${base}/viewed`,
    name: 'setReviewViewed',
    summary: 'Remember that a difference was read, until it is another one',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params,
    body: viewedBody,
    answer: viewedAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, body, deps }) => deps.flows.setReviewViewed(id, body),
  }),
  route({
    method: 'post',
    path: `${base}/send`,
    name: 'sendReview',
    summary: 'The draft becomes the next message, once; an Idempotency-Key makes a repeated call answer as the first',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params,
    body: sendReviewBody,
    answer: sentAnswer,
    codes: ['SESSION_NOT_FOUND', 'REVIEW_EMPTY', 'REVIEW_CHANGED', 'MESSAGE_TOO_LONG'],
    handle: ({ params: { id }, body, caller, deps, idempotencyKey }) =>
      deps.flows.sendReview(id, given(body), caller, idempotencyKey),
  }),
]
