// Error bodies as the service words them. The interactions family names its code as a string;
// everything else answers in the google.rpc.Status form with a number.

import { json, type Reply } from './reply.ts';

/** Which of the two error forms an endpoint speaks. */
export type ErrorFamily = 'google' | 'interactions';

export interface WireError {
  httpStatus: number;
  status: string;
  message: string;
  details?: readonly unknown[];
}

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const SERVICE = 'generativelanguage.googleapis.com';

/** Writes an error in the form of its family. */
export function errorReply(family: ErrorFamily, error: WireError): Reply {
  const details = error.details === undefined ? {} : { details: error.details };
  if (family === 'google') {
    const { httpStatus: code, message, status } = error;
    return json({ error: { code, message, status, ...details } }, code);
  }
  const code = error.status === 'INVALID_ARGUMENT' ? 'invalid_request' : error.status.toLowerCase();
  const status = error.details === undefined ? {} : { status: error.status };
  return json({ error: { message: error.message, code, ...status, ...details } }, error.httpStatus);
}

/** 400 for a body or a name that the endpoint can't use. */
export function invalid(family: ErrorFamily, message: string): Reply {
  return errorReply(family, { httpStatus: 400, status: 'INVALID_ARGUMENT', message });
}

/** 400: two credentials came with one request. */
export function multipleCredentials(family: ErrorFamily): Reply {
  return invalid(family, 'Multiple authentication credentials received. Please pass only one.');
}

/** 403: no credential at all. */
export function unregisteredCaller(): Reply {
  const message =
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
  return errorReply('google', { httpStatus: 403, status: 'PERMISSION_DENIED', message });
}

/** 400 with reason API_KEY_INVALID; the message tells an unknown key from one that ran out. */
export function invalidKey(message = 'API key not valid. Please pass a valid API key.'): Reply {
  return errorReply('google', {
    httpStatus: 400,
    status: 'INVALID_ARGUMENT',
    message,
    details: [
      { '@type': ERROR_INFO, reason: 'API_KEY_INVALID', domain: 'googleapis.com', metadata: { service: SERVICE } },
      { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message },
    ],
  });
}

/** 403 with an ErrorInfo reason, such as SERVICE_DISABLED or API_KEY_SERVICE_BLOCKED. */
export function permissionDenied(reason: string, message: string): Reply {
  return errorReply('google', {
    httpStatus: 403,
    status: 'PERMISSION_DENIED',
    message,
    details: [{ '@type': ERROR_INFO, reason, domain: 'googleapis.com', metadata: {} }],
  });
}

/** 403: the key was found in public. It carries no details. */
export function leakedKey(): Reply {
  const message = 'Your API key was reported as leaked. Please use another API key.';
  return errorReply('google', { httpStatus: 403, status: 'PERMISSION_DENIED', message });
}

/** 401: a key of the kind that is no longer taken. */
export function unsupportedKeyType(): Reply {
  return errorReply('google', {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'Request had invalid authentication credentials. Expected a supported key type.',
    details: [{ '@type': ERROR_INFO, reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com', metadata: {} }],
  });
}

/** 400 FAILED_PRECONDITION: the caller's country is not served. */
export function unsupportedRegion(family: ErrorFamily): Reply {
  const message = 'User location is not supported for the API use.';
  return errorReply(family, { httpStatus: 400, status: 'FAILED_PRECONDITION', message });
}

/** 402: the prepaid credit is used up. */
export function noCredit(family: ErrorFamily): Reply {
  const message = 'Your prepaid credit is used up. Please add credit to your billing account.';
  return errorReply(family, { httpStatus: 402, status: 'PAYMENT_REQUIRED', message });
}

/** 429 without a hint of when to come back. */
export function exhausted(family: ErrorFamily): Reply {
  const message = 'Resource has been exhausted (e.g. check quota).';
  return errorReply(family, { httpStatus: 429, status: 'RESOURCE_EXHAUSTED', message });
}

/** 429 with QuotaFailure, Help and RetryInfo; `isFreeTier` means that waiting won't help. */
export function quotaExceeded(
  family: ErrorFamily,
  options: { retrySeconds: number; model: string; isFreeTier: boolean },
): Reply {
  const tier = options.isFreeTier ? 'FreeTier' : 'PaidTier1';
  const metric = options.isFreeTier ? 'generate_content_free_tier_requests' : 'generate_content_paid_tier_requests';
  const violation = {
    quotaMetric: `${SERVICE}/${metric}`,
    quotaId: `GenerateRequestsPerMinutePerProjectPerModel-${tier}`,
    quotaDimensions: { location: 'global', model: options.model },
    quotaValue: options.isFreeTier ? '0' : '10',
  };
  const links = [
    { description: 'Learn more about Gemini API quotas', url: 'https://ai.google.dev/gemini-api/docs/rate-limits' },
  ];
  return errorReply(family, {
    httpStatus: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: `You exceeded your current quota, please check your plan and billing details. Please retry in ${options.retrySeconds}s.`,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] },
      { '@type': 'type.googleapis.com/google.rpc.Help', links },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${options.retrySeconds}s` },
    ],
  });
}

/** 503: too busy just now. */
export function overloaded(family: ErrorFamily): Reply {
  const message = 'The model is overloaded. Please try again later.';
  return errorReply(family, { httpStatus: 503, status: 'UNAVAILABLE', message });
}

/** 500. */
export function internal(family: ErrorFamily): Reply {
  return errorReply(family, { httpStatus: 500, status: 'INTERNAL', message: 'An internal error has occurred.' });
}

/** 404 for a model that was switched off. */
export function retiredModel(id: string): Reply {
  const message = `This model models/${id} is no longer available. Please update your code to use a newer model for the latest features and improvements.`;
  return errorReply('google', { httpStatus: 404, status: 'NOT_FOUND', message });
}

/** 404 for a model that never was, or that doesn't know the method. */
export function unknownModel(id: string, family: ErrorFamily, method: string): Reply {
  const message = `models/${id} is not found for API version v1beta, or is not supported for ${method}.`;
  return errorReply(family, { httpStatus: 404, status: 'NOT_FOUND', message });
}

/** 400 for an interaction that isn't there, was deleted or belongs to another project. */
export function unknownInteraction(id: string): Reply {
  return invalid('interactions', `Invalid interaction name: interactions/${id}`);
}

/** 400 at submit: the prompt broke a policy; only the code says so. */
export function promptRefused(family: ErrorFamily): Reply {
  const message = 'The prompt was blocked for safety reasons.';
  if (family === 'interactions') return json({ error: { message, code: 'SAFETY' } }, 400);
  return errorReply(family, { httpStatus: 400, status: 'SAFETY', message });
}

/** A proxy's HTML page in place of JSON. */
export function htmlBadGateway(): Reply {
  const text = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
  return { kind: 'text', status: 502, contentType: 'text/html; charset=UTF-8', text };
}

/** The front end's habit of wrapping the error in an array. */
export function arrayError(): Reply {
  const error = { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' };
  return json([{ error }], 403);
}
