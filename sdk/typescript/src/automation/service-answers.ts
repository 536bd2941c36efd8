import type { PlumblineClient } from "../generated/client.ts";
import type { JsonObject } from "../json.ts";
import { holdsSealed } from "../outputs/secrecy.ts";
import type { Answer, Answers, Question } from "../program/channel.ts";
import { ProgramError } from "../program-error.ts";
import { ServiceProblem } from "../transport.ts";

/** Where a program's questions are put: a service, and the project whose stacks are meant by their bare names. */
export interface Asked {
  readonly client: PlumblineClient;
  readonly project: string;
}

/** A service that answers what a program asks while it runs in this process. */
export function serviceAnswers(asked: Asked): Answers {
  return {
    askSoon: async (question) => {
      try {
        return { id: 0, ...(await answerTo(question, asked)) };
      } catch (error) {
        throw programErrorOf(error);
      }
    },
  };
}

async function answerTo(question: Question, { client, project }: Asked): Promise<Omit<Answer, "id">> {
  switch (question.ask) {
    case "known":
      return {};
    case "outputs": {
      const [stack = "", ofProject = project] = question.stack.split("/").reverse();
      const { outputs: masked } = await client.getStackOutputs(ofProject, stack);
      const secrets = Object.keys(masked).filter((name) => holdsSealed(masked[name]));
      if (secrets.length === 0) return { result: masked as JsonObject };
      const { outputs } = await client.getStackOutputs(ofProject, stack, { reveal: true });
      return { result: outputs as JsonObject, secrets };
    }
    case "lookup": {
      const { result } = await client.callFunction(question.function, {
        arguments: question.arguments,
        ...requestContext(question),
      });
      return { result: result as JsonObject };
    }
    case "get": {
      const { outputs } = await client.readObject(question.type, {
        id: question.of,
        state: question.state,
        ...requestContext(question),
      });
      return { result: outputs as JsonObject };
    }
  }
}

function requestContext({ context, provider }: Extract<Question, { readonly ask: "lookup" | "get" }>) {
  const declaration = { file: "program", text: JSON.stringify(context) };
  return { declaration, ...(provider === undefined ? {} : { provider }) };
}

/** What a service refuses, as the mistake in the program that it is. */
function programErrorOf(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  const [first] = error.problems;
  return new ProgramError(first?.detail ?? error.message, first?.code ?? error.code);
}
