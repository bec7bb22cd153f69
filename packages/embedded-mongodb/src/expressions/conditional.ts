import { isDocument, isTruthy } from '../values';
import {
  fieldsOf,
  isNullish,
  locationError,
  unary,
  type Evaluate,
  type Operator,
  type Operators,
  type Scope,
} from './operator';
import { checkVariableName } from './variables';

const cond: Operator = (operand, compile) => {
  const parts: unknown[] = [];
  if (Array.isArray(operand)) {
    if (operand.length !== 3)
      throw locationError(16020, `Expression $cond takes exactly 3 arguments. ${operand.length} were passed in.`);
    parts.push(...(operand as unknown[]));
  } else {
    if (!isDocument(operand))
      throw locationError(16020, 'Expression $cond takes exactly 3 arguments. 1 were passed in.');
    for (const name of Object.keys(operand))
      if (!['if', 'then', 'else'].includes(name))
        throw locationError(17083, `Unrecognized parameter to $cond: ${name}`);
    for (const [index, name] of ['if', 'then', 'else'].entries()) {
      if (!(name in operand)) throw locationError(17080 + index, `Missing '${name}' parameter to $cond`);
      parts.push(operand[name]);
    }
  }
  const [condition, yes, no] = parts.map((part) => compile(part)) as [Evaluate, Evaluate, Evaluate];
  return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope));
};

const ifNull: Operator = (operand, compile) => {
  if (!Array.isArray(operand) || operand.length < 2)
    throw locationError(1257300, '$ifNull needs at least two arguments, had: 1');
  const parts = operand.map((part) => compile(part));
  return (scope) => {
    let value: unknown;
    for (const part of parts) {
      value = part(scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const switchOperator: Operator = (operand, compile) => {
  if (!isDocument(operand)) throw locationError(40060, `$switch requires an object as an argument`);
  for (const name of Object.keys(operand))
    if (!['branches', 'default'].includes(name))
      throw locationError(40067, `$switch found an unknown argument: ${name}`);
  const given = operand['branches'];
  if (!Array.isArray(given)) throw locationError(40061, "$switch expected an array for 'branches'");
  if (given.length === 0) throw locationError(40068, '$switch requires at least one branch.');
  const branches = given.map((branch: unknown) => {
    if (!isDocument(branch)) throw locationError(40062, '$switch expected each branch to be an object');
    for (const name of Object.keys(branch))
      if (!['case', 'then'].includes(name))
        throw locationError(40063, `$switch found an unknown argument to a branch: ${name}`);
    if (!('case' in branch)) throw locationError(40064, "$switch requires each branch have a 'case' expression");
    if (!('then' in branch)) throw locationError(40065, "$switch requires each branch have a 'then' expression.");
    return { condition: compile(branch['case']), result: compile(branch['then']) };
  });
  const otherwise = 'default' in operand ? compile(operand['default']) : undefined;
  return (scope) => {
    const found = branches.find(({ condition }) => isTruthy(condition(scope)));
    if (found) return found.result(scope);
    if (otherwise) return otherwise(scope);
    throw locationError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
};

const letOperator: Operator = (operand, compile, name) => {
  const { vars, in: body } = fieldsOf(name, operand, ['vars', 'in']);
  if (!isDocument(vars)) throw locationError(16876, 'invalid parameter: expected an object (vars)');
  const bound = Object.entries(vars).map(([variable, expression]) => {
    checkVariableName(variable);
    return [variable, compile(expression)] as const;
  });
  const inner = compile(body, ...Object.keys(vars));
  return (scope) => {
    const values = Object.fromEntries(bound.map(([variable, evaluate]) => [variable, evaluate(scope)]));
    return inner({ ...scope, variables: { ...scope.variables, ...values } });
  };
};

/** Short-circuits at the first deciding argument. */
const logical =
  (decides: boolean): Operator =>
  (operand, compile) => {
    const parts = (Array.isArray(operand) ? operand : [operand]).map((part) => compile(part));
    return (scope: Scope) => parts.some((part) => isTruthy(part(scope)) === decides) === decides;
  };

export const conditional: Operators = {
  $and: logical(false),
  $or: logical(true),
  $not: unary((value) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
  $literal: (operand) => () => operand,
};
