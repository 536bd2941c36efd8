import type { Fetch } from "../base/fetch.ts";
import { fullRequest } from "../base/light-request.ts";
import { boundedAnswer } from "../clouds/credentials/bounded-answer.ts";

/** The platform's own way out. It decodes what comes compressed, and an answer that unfolds to too much breaks off. */
export const ownNetwork: Fetch = async (request) => boundedAnswer(await fetch(fullRequest(request)));
